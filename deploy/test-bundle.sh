#!/usr/bin/env bash
# Looks at the size of the bundle and the links of its pages. Then follows docs/install.md on two hosts: runs its commands, files
# and SQL as they stand there, sends rows both ways over JMS and over DDS, asks the consoles for their trails, and kills a node.
#   deploy/test-bundle.sh [BUNDLE]       default: makes one by `./c4i bundle`
# The hosts are containers of Debian with systemd as process 1 and a PostgreSQL each; a cable between them is all their network.
# Exit status 0 when all is well, 1 when not, 77 with the reason when it cannot run here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

HOSTS=(alpha bravo)
work=$(mktemp -d)
cookies=/tmp/cookies
LARGEST=90000000 # bytes of the archive

skip() { printf 'skipped: two hosts from the bundle: %s\n' "$*"; exit 77; }
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }
. deploy/hosts.sh

take_down() {
  local host
  end_hosts
  for host in "${HOSTS[@]}"; do ip netns del "two-hosts-$host" 2>/dev/null || true; done
  rm -rf "$work"
}

# ---------------------------------------------------------------- the archive

check_size() {
  local size
  size=$(stat -c %s "$bundle")
  [ "$size" -le "$LARGEST" ] || fail "the archive has $size bytes, more than $LARGEST"
  printf 'archive: %s MB\n' $((size / 1000000))
}

check_links() { # that each relative link of the bundle's pages leads to a file of the bundle
  local top=$work/unpacked/c4i-$version page link links=0
  mkdir "$work/unpacked" && tar -xzf "$bundle" -C "$work/unpacked"
  while IFS=: read -r page link; do
    links=$((links + 1))
    [ -e "$top/$(dirname "$page")/$link" ] || fail "the bundle's $page leads to $link, which is not there"
  done < <(cd "$top" && grep -roE --include='*.md' '\]\([^()#:[:space:]]+[)#]' . | sed 's/^\([^:]*\):\](\(.*\).$/\1:\2/')
  [ $links -gt 100 ] || fail "only $links links were found in the bundle's pages"
  printf 'pages: %s links to other files\n' $links
}

# ---------------------------------------------------------------- the hosts

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

# ---------------------------------------------------------------- the guide

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
find_host_tools ip
open_bundle "$@"
check_size
check_links
lay_cable
for host in "${HOSTS[@]}"; do
  start_host "$host" "$bundle" "$bundle.sha256" -- --network-namespace-path="/run/netns/two-hosts-$host"
done
for host in "${HOSTS[@]}"; do install_node "$host"; done
for host in "${HOSTS[@]}"; do until_true 180 "$host" 'curl -sf localhost:8080/actuator/health'; done
rows=0
exchange jms
use_dds
exchange dds
for host in "${HOSTS[@]}"; do show_trail "$host"; done
end_and_see
echo "two hosts from the bundle: passed"
