#!/usr/bin/env bash
# Follows docs/install.md on two hosts: runs its commands, files and SQL as they stand there, then sends rows both ways over
# JMS and over DDS, asks the consoles for their trails, and kills a node.
#   deploy/test-bundle.sh [BUNDLE]       default: makes one by `./c4i bundle`
# The hosts are containers of Debian with systemd as process 1 and a PostgreSQL each; a cable between them is all their network.
# Exit status 0 when all is well, 1 when not, 77 with the reason when it cannot run here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

SUITE=bookworm
PACKAGES=systemd,systemd-sysv,postgresql,curl,iproute2
HOSTS=(alpha bravo)
debian=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools/hosts-$SUITE
work=$(mktemp -d)
secret=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
cookies=/tmp/cookies
started=()

skip() { printf 'skipped: two hosts from the bundle: %s\n' "$*"; exit 77; }
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

take_down() {
  local host
  for host in "${started[@]}"; do
    [ ! -r "$work/$host.init" ] || kill -KILL "$(cat "$work/$host.init")" 2>/dev/null || true
  done
  wait
  for host in "${HOSTS[@]}"; do
    umount "$work/$host/root" 2>/dev/null || true
    ip netns del "two-hosts-$host" 2>/dev/null || true
  done
  rm -rf "$work"
}

# ---------------------------------------------------------------- the hosts

find_tools() {
  local tool
  [ "$(id -u)" -eq 0 ] || skip "not root"
  for tool in systemd-nspawn debootstrap nsenter ip; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done
  . c4i-cli/src/main/dist/java-home.sh
  find_java java
  [ ! -r "$debian/etc/debian_version" ] || return 0
  rm -rf "$debian.new"
  debootstrap --variant=minbase --include="$PACKAGES" "$SUITE" "$debian.new" >"$work/debootstrap.log" 2>&1 ||
    skip "no Debian: $(tail -n 1 "$work/debootstrap.log")"
  mv "$debian.new" "$debian"
}

lay_cable() { # the addresses are those of the guide
  local host
  for host in "${HOSTS[@]}"; do ip netns add "two-hosts-$host"; done
  ip -n two-hosts-alpha link add eth0 type veth peer name eth0 netns two-hosts-bravo
  ip -n two-hosts-alpha address add 192.0.2.10/24 dev eth0
  ip -n two-hosts-bravo address add 192.0.2.20/24 dev eth0
  for host in "${HOSTS[@]}"; do
    ip -n "two-hosts-$host" link set lo up
    ip -n "two-hosts-$host" link set eth0 up
  done
}

start_host() { # HOST
  local host=$1 supervisor
  mkdir -p "$work/$host"/{new,work,root}
  mount -t overlay -o "lowerdir=$debian,upperdir=$work/$host/new,workdir=$work/$host/work" none "$work/$host/root"
  cp "$bundle" "$bundle.sha256" "$work/$host/root/root"
  echo "$host" >"$work/$host/root/etc/hostname"
  systemd-nspawn --quiet --boot --register=no --keep-unit --directory="$work/$host/root" --machine="$host" \
    --network-namespace-path="/run/netns/two-hosts-$host" --bind-ro="$JAVA_HOME:/usr/lib/jvm/java-25" \
    --console=pipe >"$work/$host.log" 2>&1 </dev/null &
  supervisor=$!
  started+=("$host")
  for _ in $(seq 120); do
    if pgrep -P "$supervisor" >"$work/$host.init" && on "$host" 'pg_isready -q' 2>/dev/null; then return; fi
    kill -0 "$supervisor" 2>/dev/null || break
    sleep 1
  done
  fail "$host did not start: $(tail -n 5 "$work/$host.log")"
}

on() { # HOST COMMANDS, which root of that host runs
  nsenter --target "$(cat "$work/$1.init")" --mount --uts --ipc --net --pid -- \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin LC_ALL=C.UTF-8 HOME=/root bash -euc "cd; $2"
}

sql() { # HOST DATABASE <STATEMENTS
  on "$1" "cd /; runuser -u postgres -- psql -X -v ON_ERROR_STOP=1 -Atq -d $2"
}

# ---------------------------------------------------------------- the guide

guide() { # SECTION BLOCK HOST: what stands in that block of docs/install.md, for that host
  awk -v section="## $1." -v block="$2" '
    /^## / { inside = index($0, section) == 1 }
    /^```/ { if (inside) fences++; next }
    inside && fences == 2 * block - 1' "$work/install.md" |
    sed -e "s/'\.\.\.'/'$secret'/; s/=\.\.\./=$secret/; s/VERSION/$version/" |
    if [ "$3" = alpha ]; then cat; else
      sed -e 's/alpha/\x01/g; s/bravo/alpha/g; s/\x01/bravo/g; s/ALPHA/\x01/g; s/BRAVO/ALPHA/g; s/\x01/BRAVO/g' \
        -e 's/192\.0\.2\.10/\x01/g; s/192\.0\.2\.20/192.0.2.10/g; s/\x01/192.0.2.20/g'
    fi
}

install_node() { # HOST
  local host=$1
  on "$host" "$(guide 2 1 "$host")" >"$work/$host.doctor" || fail "install on $host: $(tail -n 5 "$work/$host.doctor")"
  guide 3 2 "$host" | sql "$host" postgres
  on "$host" "$(guide 4 1 "$host")"
  guide 4 2 "$host" | on "$host" "cat >/etc/c4i/$host.yaml"
  guide 4 3 "$host" | on "$host" "cat >/etc/c4i/$host.env"
  on "$host" "$(guide 5 1 "$host" | grep -v '^journalctl')" 2>/dev/null
}

# ---------------------------------------------------------------- what has to work

until_true() { # SECONDS HOST COMMANDS
  for _ in $(seq "$1"); do
    if on "$2" "$3" >"$work/out" 2>&1; then return; fi
    sleep 1
  done
  fail "on $2 after $1 s: $3: $(cat "$work/out"; on "$2" "journalctl --no-pager -n 5 -u c4i-node@$2")"
}

use_dds() {
  local host
  for host in "${HOSTS[@]}"; do
    on "$host" "sed -i '/^  destinations:/,/^  transports:/s/: jms /: dds /' /etc/c4i/$host.yaml; systemctl restart c4i-node@$host"
  done
}

exchange() { # CARRIER that the hosts are set to: section 6 on both
  local host
  for host in "${HOSTS[@]}"; do on "$host" "$(guide 6 1 "$host" | grep -v '^c4i status')" >"$work/out"; done
  rows=$((rows + 1))
  for host in "${HOSTS[@]}"; do
    until_true 180 "$host" "$(guide 6 1 "$host" | grep '^export'); c4i status | tee /tmp/status | grep -Eq ' $rows +$rows '"
    [ "$(echo 'SELECT count(*) FROM c4i.received' | sql "$host" c4i)" = "$rows" ] || fail "$host has not $rows rows"
  done
  printf '%s: a row each way, each with its receipt\n' "$1"
}

page() { # HOST PATH OPTION-OF-CURL...
  on "$1" "curl -sS --max-time 20 -b $cookies -c $cookies localhost:8080/console$2 ${*:3}"
}

show_trail() { # HOST: of the row that it sent last
  local form sequence
  sequence=$(echo 'SELECT max(sequence) FROM c4i.outbox' | sql "$1" c4i)
  form=$(page "$1" /login | sed -n 's/.*name="_csrf" value="\([^"]*\)".*/\1/p')
  form=${form%%$'\n'*} # the form for the language has the same one
  page "$1" /login "--data username=chief --data password=$secret --data-urlencode _csrf=$form" >"$work/out"
  page "$1" "/messages/${1^^}/$sequence" >"$work/out"
  grep -q 'delivered: the receipt came' "$work/out" || fail "the console of $1 does not show the trail: $(head -c 300 "$work/out")"
}

end_and_see() { # the ends that systemd has to take as they were meant: killed, told to stop, wrongly configured
  local before stopped
  before=$(on alpha 'systemctl show -P MainPID c4i-node@alpha')
  on alpha 'systemctl kill -s KILL c4i-node@alpha'
  until_true 60 alpha "systemctl is-active -q c4i-node@alpha; [ \$(systemctl show -P MainPID c4i-node@alpha) != $before ]"
  until_true 180 alpha 'curl -s localhost:8080/actuator/health | grep -q "\"BRAVO\":\"reachable\""'
  stopped=$(on alpha 'systemctl stop c4i-node@alpha; systemctl show -P Result c4i-node@alpha')
  [ "$stopped" = success ] || fail "a stop ends with $stopped: $(on alpha 'journalctl --no-pager -n 10 -u c4i-node@alpha')"
  on bravo 'sed -i "s/^  system:.*/  sistem: X/" /etc/c4i/bravo.yaml; systemctl restart c4i-node@bravo' || true
  until_true 60 bravo '[ $(systemctl show -P ActiveState c4i-node@bravo) = failed ]; [ $(systemctl show -P NRestarts c4i-node@bravo) = 0 ]'
  on bravo 'journalctl --no-pager -n 20 -u c4i-node@bravo' | grep -q sistem || fail "the journal does not name the wrong key"
  echo "killed: started again; stopped: drained; wrong: stays down and named"
}

trap take_down EXIT
find_tools
bundle=$(readlink -f "${1:-$(./c4i bundle)}")
version=$(basename "$bundle" .tar.gz)
version=${version#c4i-}
tar -xzOf "$bundle" "c4i-$version/docs/install.md" >"$work/install.md"
lay_cable
for host in "${HOSTS[@]}"; do start_host "$host"; done
for host in "${HOSTS[@]}"; do install_node "$host"; done
for host in "${HOSTS[@]}"; do until_true 180 "$host" 'curl -sf localhost:8080/actuator/health'; done
rows=0
exchange jms
use_dds
exchange dds
for host in "${HOSTS[@]}"; do show_trail "$host"; done
end_and_see
echo "two hosts from the bundle: passed"
