#!/bin/sh
# Creates the two roles of Stampus, neither a superuser: one owns and migrates the database, one reads and writes its rows.
# Stampus itself grants the second role its rights at every start.
set -eu
psql -v ON_ERROR_STOP=1 -v database="$POSTGRES_DB" -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" \
  -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE stampus_owner LOGIN PASSWORD :'owner';
CREATE ROLE stampus_app LOGIN PASSWORD :'app';
ALTER DATABASE :"database" OWNER TO stampus_owner;
SQL
