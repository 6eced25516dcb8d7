#!/bin/sh
# Makes the role that the application works as; the start of Stampus gives it its rights. The owner of the tables is there already.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE stampus_app LOGIN PASSWORD :'password';
SQL
