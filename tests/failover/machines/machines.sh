#!/bin/bash
# Three Debian machines in namespaces of this one, with its own systemd, to try deploy/three-machines/README.md on:
# each has a root, disk, processes and network card of its own, and sees nothing of this machine but its packages.
# As root, with the packages of the page and a built checkout:
#
#   machines.sh start           10.0.0.11, .12, .13, and outside, 10.0.0.99: S3 on port 9000, SMTP on port 2525
#   machines.sh enter 1         a shell on machine 1, 2, 3 or outside
#   machines.sh run 1 COMMAND   runs a command there
#   machines.sh kill 1          the power of machine 1 fails
#   machines.sh boot 1          it comes back
#   machines.sh stop            ends all of it and removes its folder
#
# On a machine the release is in /media/release and a certificate in /media/certificate; packages are installed by the
# usual commands, from this machine. Outside knows the host names; mails lie in the folder `mail`, and the buckets
# `stampus` and `stampus-backups` have the key S3RVER with the secret S3RVER.
# The folder is /tmp/stampus-machines, or $MACHINES.
set -euo pipefail
self=$(realpath "$0") here=$(dirname "$(realpath "$0")")
release=$(realpath "$here/../../..")
folder=${MACHINES:-/tmp/stampus-machines}
cgroups=$(findmnt -nfo TARGET -t cgroup2)
# What would reach through to this machine: its clock, kernel and devices.
dropped=-sys_time,-sys_module,-sys_boot,-sys_rawio,-mknod,-syslog,-wake_alarm

fail() { echo "$*" >&2; exit 1; }
pid() { cat "$folder/$1/pid" 2>/dev/null; }
runs() { [ -n "$(pid "$1")" ] && [ -e "/proc/$(pid "$1")/ns" ] && grep -qsz "$folder/$1" "/proc/$(pid "$1")/environ"; }

start() {
  [ ! -e "$folder" ] || fail "$folder is there already: stop first."
  for package in etcd-server etcd-client patroni python3-etcd postgresql-15 haproxy nginx keepalived nftables; do
    dpkg -s "$package" >/dev/null 2>&1 || fail "Install $package on this machine first."
  done
  mkdir -p "$folder"/outside/{mail,certificate,buckets/stampus,buckets/stampus-backups}
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=rewards.campus.edu.my \
    -addext subjectAltName=DNS:rewards.campus.edu.my,DNS:console.rewards.campus.edu.my \
    -keyout "$folder/outside/certificate/key.pem" -out "$folder/outside/certificate/fullchain.pem" 2>/dev/null
  { cat /etc/hosts; echo '10.0.0.10 rewards.campus.edu.my console.rewards.campus.edu.my'; } >"$folder/outside/hosts"
  MACHINE=$folder/outside setsid unshare -n -m --propagation private bash -euc '
    mount --bind "$MACHINE/hosts" /etc/hosts
    ip link set lo up
    ip link add bridge type bridge forward_delay 0
    ip addr add 10.0.0.99/24 dev bridge
    ip link set bridge up
    exec "$1/node_modules/.bin/node" "$1/tests/failover/machines/outside.ts" "$MACHINE"
  ' bash "$release" >"$folder/outside/log" 2>&1 </dev/null &
  echo $! >"$folder/outside/pid"
  until grep -q ready "$folder/outside/log"; do kill -0 $! || fail "$(cat "$folder/outside/log")"; sleep 0.1; done
  for number in 1 2 3; do boot $number; done
}

boot() { # number
  ! runs "$1" || fail "Machine $1 runs."
  local machine=$folder/$1 group=$cgroups/stampus-machine-$1 outside
  outside=$(pid outside)
  mkdir -p "$machine/mount" "$group"
  # The shell starts in a group of its own, which is all that the machine's systemd sees.
  MACHINE=$machine setsid nice -n 19 bash -c 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"' bash "$group" \
    unshare --mount --net --pid --uts --ipc --cgroup --fork --kill-child --propagation private \
    bash "$self" power-on "$1" >"$machine/log" 2>&1 </dev/null &
  local shell=$! child=
  for _ in {1..100}; do child=$(pgrep -P $shell) && break; sleep 0.1; done
  echo "$child" >"$machine/pid"
  nsenter -n -t "$outside" ip link add "v$1" type veth peer name eth0 netns "$child"
  nsenter -n -t "$outside" ip link set "v$1" master bridge up
  for _ in {1..300}; do
    [ -e "/proc/$child" ] || break
    # etcd waits for a second machine, so a start need not be over.
    case $(on "$1" 'systemctl is-system-running' 2>/dev/null || :) in starting | running | degraded) return ;; esac
    sleep 0.2
  done
  fail "Machine $1 did not start: $(cat "$machine/log")"
}

# Process 1 of a machine, before systemd: it makes the root, and can reach nothing else from then on.
power_on() { # number
  local disk=$MACHINE root=$MACHINE/mount part
  hostname "machine$1"
  mount -t tmpfs -o mode=755 tmpfs "$root"
  cd "$root"
  mkdir -p etc usr var opt root home srv mnt tmp run proc sys dev media/release media/certificate old
  chmod 1777 tmp
  for part in bin sbin lib lib64; do ln -s "usr/$part" "$part"; done
  for part in etc usr var; do
    mkdir -p "$disk/$part" "$disk/work-$part"
    mount -t overlay -o "lowerdir=/$part,upperdir=$disk/$part,workdir=$disk/work-$part" overlay "$part"
  done
  for part in opt root home srv; do mkdir -p "$disk/$part"; mount --bind "$disk/$part" "$part"; done
  mount --bind "$release" media/release && mount -o remount,bind,ro media/release
  mount --bind "$folder/outside/certificate" media/certificate && mount -o remount,bind,ro media/certificate
  mount -t tmpfs tmpfs usr/local
  mkdir usr/local/{bin,sbin}
  printf '%s\n' "$APT_GET" >usr/local/sbin/apt-get
  chmod 755 usr/local/sbin/apt-get
  [ -e "$disk/installed" ] || empty "$1"
  touch "$disk/installed"
  mount -t proc proc proc
  mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
  [ ! -e proc/sysrq-trigger ] || mount --bind /dev/null proc/sysrq-trigger
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  mount -t tmpfs -o mode=755 tmpfs run
  mount -t tmpfs -o mode=755 tmpfs dev
  for part in null zero full random urandom tty; do touch "dev/$part"; mount --bind "/dev/$part" "dev/$part"; done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,mode=620,ptmxmode=666,gid=5 devpts dev/pts
  mount -t tmpfs -o mode=1777 tmpfs dev/shm
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  until [ -e sys/class/net/eth0 ]; do sleep 0.1; done
  ip link set lo up
  ip addr add "10.0.0.1$1/24" dev eth0
  ip link set eth0 up
  pivot_root . old
  umount -l /old && rmdir /old
  exec env -i container=lxc "MACHINE=$disk" setpriv --bounding-set $dropped /lib/systemd/systemd --log-level=warning
}

# Leaves of this machine what a new one has, in the current folder.
empty() { # number
  rm -rf etc/systemd/system/* etc/postgresql/* var/lib/postgresql/* var/lib/{etcd,patroni,stampus}/* etc/patroni/config.yml
  rm -rf var/{tmp,cache,backups}/*
  find var/log -type f -delete
  echo "machine$1" >etc/hostname
  printf '127.0.0.1 localhost\n127.0.1.1 machine%s\n' "$1" >etc/hosts
  tr -d - </proc/sys/kernel/random/uuid >etc/machine-id
  : >etc/fstab
}

# Does to the packages, which are there already, what Debian's own scripts do when they are installed.
APT_GET='#!/bin/sh
[ "$1" = install ] || exit 0
shift
for package; do
  case $package in -*) continue ;; esac
  dpkg -s "$package" >/dev/null || exit 1
  echo "$package is installed."
  case $package in
    postgresql-15) grep -qs "^create_main_cluster *= *false" /etc/postgresql-common/createcluster.d/*.conf ||
      pg_createcluster --start 15 main ;;
    etcd-server) systemctl -q enable --now etcd ;;
    patroni | haproxy | nginx | keepalived) systemctl -q enable --now "$package" ;;
  esac
done'

on() { # number or outside, command
  local place=$1 where=(-a) directory=/root
  shift
  [ "$place" != outside ] || where=(-m -n) directory=$folder/outside
  runs "$place" || fail "$place does not run."
  nsenter -t "$(pid "$place")" "${where[@]}" setpriv --bounding-set $dropped env -i TERM="${TERM:-dumb}" HOME=/root \
    LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PROMPT="$place:\w# " \
    bash -c "cd $directory; ${*:-exec env PS1=\"\$PROMPT\" bash --norc}"
}

off() { # number or outside
  ! runs "$1" || kill -KILL "$(pid "$1")"
  # The kernel removes the cable later, and the next one has its name.
  [ "$1" = outside ] || nsenter -n -t "$(pid outside)" ip link del "v$1" 2>/dev/null || :
  # Its processes end with its first one, a moment later.
  while [ -e "$cgroups/stampus-machine-$1" ]; do
    find "$cgroups/stampus-machine-$1" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.05
  done
}

case "${1:-}:${2:-}" in
  start:) start ;;
  enter:[123] | enter:outside) on "$2" ;;
  run:[123] | run:outside) on "${@:2}" ;;
  kill:[123]) off "$2" ;;
  boot:[123]) boot "$2" ;;
  power-on:[123]) power_on "$2" ;;
  stop:)
    for place in 1 2 3 outside; do off $place; done
    [ ! -e "$folder/outside" ] || rm -rf --one-file-system "$folder"
    ;;
  *) sed -n '2,/^set/s/^# \?//p' "$self"; exit 2 ;;
esac
