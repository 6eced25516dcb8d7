#!/bin/sh
# configure.sh NUMBER: writes the configuration of machine 1, 2 or 3 from /etc/stampus-cluster.env and the files beside this script.
# ROOT: write below another folder, as the user who runs it.
set -eu
number=$1 root=${ROOT:-} here=$(cd "$(dirname "$0")" && pwd)
. "${CLUSTER_ENV:-/etc/stampus-cluster.env}"
for secret in "$SUPERUSER_PASSWORD" "$REPLICATION_PASSWORD" "$REWIND_PASSWORD" "$API_PASSWORD" "$OWNER_PASSWORD" "$APP_PASSWORD"; do
  case $secret in '' | *[!0-9a-zA-Z]*) echo "Set every password in the file of the cluster: letters and digits only." >&2; exit 1 ;; esac
done
eval "own=\$ADDRESS_$number"
fill() { # template, target, mode, owner
  install -D -m "$3" /dev/null "$root$2"
  [ -n "$root" ] || chown "$4:" "$2"
  sed -e "s/@NUMBER@/$number/g" -e "s/@PRIORITY@/$((150 - number * 10))/g" -e "s/@OWN@/$own/g" -e "s/@CARD@/$CARD/g" \
    -e "s/@ADDRESS_1@/$ADDRESS_1/g" -e "s/@ADDRESS_2@/$ADDRESS_2/g" -e "s/@ADDRESS_3@/$ADDRESS_3/g" \
    -e "s/@SERVICE_ADDRESS@/$SERVICE_ADDRESS/g" -e "s/@SUPERUSER_PASSWORD@/$SUPERUSER_PASSWORD/g" \
    -e "s/@REPLICATION_PASSWORD@/$REPLICATION_PASSWORD/g" -e "s/@REWIND_PASSWORD@/$REWIND_PASSWORD/g" \
    -e "s/@API_PASSWORD@/$API_PASSWORD/g" -e "s/10\.0\.0\.11:4000/$ADDRESS_1:4000/" -e "s/10\.0\.0\.12:4000/$ADDRESS_2:4000/" \
    -e "/^ *$own\$/d" -e "s/server_name rewards.*;/server_name $WEB_HOST $CONSOLE_HOST;/" "$here/$1" >"$root$2"
}
fill etcd /etc/default/etcd 644 root
fill patroni.yml /etc/patroni/config.yml 600 postgres
fill haproxy.cfg /etc/haproxy/haproxy.cfg 644 root
fill nftables.conf /etc/nftables.conf 644 root
fill ../nginx.conf /etc/nginx/sites-enabled/stampus 644 root
fill keepalived.conf /etc/keepalived/keepalived.conf 644 root
