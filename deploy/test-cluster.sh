#!/usr/bin/env bash
# Installs the Helm chart for two systems in a cluster of its own (deploy/local-cluster.sh), with PostgreSQL outside of it, submits
# messages both ways, and meanwhile kills a node's process, drains and takes away hosts and upgrades the releases. Every row must then
# be delivered, stand once in the other database with its bytes, and in order.
#   deploy/test-cluster.sh [IMAGE-ARCHIVE]      what docker save wrote of the image; without it the image is built
# Needs root, an engine to build the image, go, PostgreSQL's programs. The first time it builds Kubernetes (13 minutes on two busy cores).
# Exit status 0 when every row is right, 1 when not, 77 with the reason when it cannot run here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
archive=${1:+$(realpath "$1")}
HELM=v3.19.0
LEASE='6501481, 1' # of AdvisoryLock.ACTIVE_BRIDGE
tools=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools
work=$(mktemp -d)
chmod 711 "$work"
cluster=$work/cluster
loads=()
trap end EXIT

skip() { printf 'skipped: cluster: %s\n' "$*"; exit 77; }
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }
say() { printf '%s %s\n' "$(date +%T)" "$*"; }

end() {
  local status=$?
  if [ "$status" -eq 1 ]; then
    in_cluster kubectl get pods,events --all-namespaces 2>/dev/null | grep -v Normal | tail -n 40 || true
    for release in alpha bravo; do in_cluster kubectl -n $release logs --all-containers --prefix --tail 30 -l app.kubernetes.io/instance=$release 2>/dev/null || true; done
  fi
  [ ! -d "$cluster" ] || deploy/local-cluster.sh stop "$cluster"
  [ ! -d "$work/engine" ] || deploy/local-engine.sh stop "$work/engine"
  rm -rf "$work"
}

in_cluster() { deploy/local-cluster.sh run "$cluster" "$@"; }
of() { in_cluster kubectl -n "$@"; } # SYSTEM ARGUMENT...
sql() { # SYSTEM QUERY
  in_cluster env PGPASSWORD="$password" psql -h 10.78.0.1 -U postgres -d "$1" -v ON_ERROR_STOP=1 -Atc "$2"
}

find_helm() {
  helm=$(command -v helm || echo "$tools/helm-$HELM/helm")
  [ -x "$helm" ] || GOBIN=$(dirname "$helm") go install "helm.sh/helm/v3/cmd/helm@$HELM" || skip "helm could not be built"
}

make_archive() {
  [ -z "$archive" ] || return 0
  if ! docker info >/dev/null 2>&1; then
    deploy/local-engine.sh start "$work/engine" >"$work/engine.env" || exit $?
    set -a
    . "$work/engine.env"
    set +a
  fi
  if [ ! -r .env ]; then deploy/local-images.sh >"$work/images.env" 2>"$work/images.log" || fail "$(tail -n 3 "$work/images.log")"; fi
  set -a
  if [ -r .env ]; then . ./.env; else . "$work/images.env"; fi
  set +a
  docker build -q -f deploy/image/Dockerfile -t "$image" --build-arg C4I_BUILD_IMAGE --build-arg C4I_BASE_IMAGE .
  archive=$work/image.tar
  docker save -o "$archive" "$image"
}

start_databases() {
  local bin data=$work/data system
  bin=$(for bin in /usr/lib/postgresql/*/bin; do echo "$bin"; done | tail -n 1)
  [ -x "$bin/initdb" ] || skip "PostgreSQL is not installed"
  install -d -o postgres -m 700 "$data"
  install -o postgres -m 600 /dev/null "$work/password"
  printf '%s' "$password" >"$work/password"
  (cd / && setpriv --reuid postgres --regid postgres --init-groups "$bin/initdb" -D "$data" -U postgres --encoding UTF8 --auth scram-sha-256 \
    --pwfile "$work/password") >"$work/initdb.log"
  echo 'host all all 10.64.0.0/10 scram-sha-256' >>"$data/pg_hba.conf"
  in_cluster setsid setpriv --reuid postgres --regid postgres --init-groups "$bin/postgres" -D "$data" -c listen_addresses=10.78.0.1 \
    -c unix_socket_directories= >"$work/postgres.log" 2>&1 </dev/null &
  until in_cluster "$bin/pg_isready" -q -h 10.78.0.1; do sleep 0.5; done
  for system in alpha bravo; do
    in_cluster env C4I_DB_PASSWORD="$password" C4I_NODE_PASSWORD="$password" C4I_APP_PASSWORD="$password" ./c4i database prepare \
      --system "${system^^}" --url "jdbc:postgresql://10.78.0.1:5432/$system" --user postgres >"$work/prepare.log" || fail "$(cat "$work/prepare.log")"
  done
}

values() { # SYSTEM OTHER CARRIER REPLICAS
  cat <<TEXT
image: {tag: $tag, pullPolicy: Never}
node:
  replicas: $4
  config:
    c4i:
      system: ${1^^}
      database: {url: "jdbc:postgresql://10.78.0.1:5432/$1", username: $1_node, password: "\${C4I_DB_PASSWORD}"}
      destinations: {${2^^}: $3}
      transports:
TEXT
  case $3 in
    jms)
      cat <<TEXT
        jms:
          enabled: true
          host: 0.0.0.0
          port: 61616
          credentials: {user: mesh, password: "\${C4I_DB_PASSWORD}"}
          peers: {${2^^}: "$2-node-jms.$2.svc.cluster.local:61616"}
  jmsPort: 61616
TEXT
      ;;
    dds)
      cat <<TEXT
        dds:
          enabled: true
          domain-id: 7
          network:
            multicast: none
            peers:
$(for name in alpha bravo; do for pod in 0 1; do echo "              - $name-node-$pod.$name-node-pods.$name.svc.cluster.local"; done; done)
  ddsPorts: [9150, 9399]
TEXT
      ;;
  esac
  cat <<TEXT
  secretEnvironment:
    C4I_DB_PASSWORD: {secret: node, key: password}
networkPolicy:
  peers: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: $2}}}]
  database: [{ipBlock: {cidr: 10.78.0.1/32}}]
TEXT
}

install_releases() { # CARRIER REPLICAS-OF-ALPHA
  local system other replicas
  for system in alpha bravo; do
    other=bravo replicas=$2
    if [ $system = bravo ]; then other=alpha replicas=1; fi
    values $system $other "$1" "$replicas" >"$work/$system-$1.yaml"
    in_cluster "$helm" upgrade --install $system deploy/helm/c4i-gateway --namespace $system -f "$work/$system-$1.yaml" >"$work/helm.log" 2>&1 ||
      fail "helm: $(cat "$work/helm.log")"
  done
  for system in alpha bravo; do of $system rollout status statefulset/$system-node --timeout 180s >"$work/rollout.log" || fail "$system does not come up"; done
  of alpha get pods -o wide --no-headers
  of bravo get pods -o wide --no-headers
}

submit() { # FROM TO SECONDS: in the background
  in_cluster env C4I_DB_PASSWORD="$password" ./c4i load --url "jdbc:postgresql://10.78.0.1:5432/$1" --user "$1_app" --to "${2^^}" \
    --rate 50 --duration "${3}s" --wait 180s >"$work/load-$1.log" 2>&1 &
  loads+=($!)
}

settle() {
  local load system
  for load in "${loads[@]}"; do wait "$load" || fail "not every row is delivered: $(cat "$work"/load-*.log)"; done
  loads=()
  for system in alpha bravo; do grep -E 'messages submitted|^all ' "$work/load-$system.log" | sed "s/^/  from $system: /"; done
  compare alpha bravo
  compare bravo alpha
}

compare() { # FROM TO: each delivered row once, with its bytes, in order of its topic and precedence; and no other row
  local disordered each=$work/rows-$1
  sql "$1" "SELECT sequence, topic_id, precedence, md5(payload) FROM c4i.outbox" | sort >"$each-all"
  sql "$1" "SELECT sequence, o.topic_id, o.precedence, md5(payload) FROM c4i.outbox AS o JOIN c4i.delivery_status AS s USING (sequence)
    WHERE state = 'delivered'" | sort >"$each-delivered"
  sql "$2" "SELECT origin_sequence, topic_id, precedence, md5(payload) FROM c4i.inbox WHERE origin_system = '${1^^}'" | sort >"$each-arrived"
  [ -s "$each-delivered" ] || fail "no row of $1 is delivered"
  [ -z "$(uniq -d "$each-arrived")" ] || fail "rows of $1 stand twice at $2"
  [ -z "$(comm -23 "$each-delivered" "$each-arrived")" ] || fail "delivered rows of $1 are not at $2"
  [ -z "$(comm -13 "$each-all" "$each-arrived")" ] || fail "rows that $1 does not have are at $2"
  disordered=$(sql "$2" "SELECT count(*) FROM (SELECT origin_sequence < lag(origin_sequence) OVER (PARTITION BY topic_id, precedence ORDER BY received_id) AS wrong
    FROM c4i.inbox WHERE origin_system = '${1^^}') AS each WHERE wrong")
  [ "$disordered" = 0 ] || fail "$disordered rows of $1 are out of order at $2"
  say "$1 to $2: $(wc -l <"$each-delivered") of $(wc -l <"$each-all") rows so far delivered: each stands there once, with its bytes, in order"
}

place() { of "$1" get pod "$2" -o 'jsonpath={.spec.nodeName} {.status.podIP}'; }
ready() { of "$1" wait --for condition=Ready "pod/$2" --timeout 180s >/dev/null || fail "$2 is not ready again"; }

kill_process() { # SYSTEM: SIGKILL to the node's process; the kubelet starts another in the same pod
  local uid before
  uid=$(of "$1" get pod "$1-node-0" -o 'jsonpath={.metadata.uid}')
  before=$(of "$1" get pod "$1-node-0" -o 'jsonpath={.status.containerStatuses[0].restartCount}')
  in_cluster sh -c "for p in /proc/[0-9]*; do if grep -q '$uid' \$p/cgroup && grep -q java \$p/comm; then kill -9 \${p#/proc/}; fi; done" 2>/dev/null
  until [ "$(of "$1" get pod "$1-node-0" -o 'jsonpath={.status.containerStatuses[0].restartCount}')" -gt "$before" ]; do sleep 0.5; done
  ready "$1" "$1-node-0"
  say "process of $1 killed, and started again by the kubelet"
}

move() { # SYSTEM OPTION-OF-DELETE...: the pod comes again on the other host, with another address
  local system=$1 pod=$1-node-0 before host
  shift
  before=$(place "$system" "$pod")
  host=${before%% *}
  in_cluster kubectl cordon "$host" >/dev/null
  of "$system" delete pod "$pod" "$@" >/dev/null 2>&1
  until of "$system" get pod "$pod" >/dev/null 2>&1; do sleep 0.2; done
  ready "$system" "$pod"
  in_cluster kubectl uncordon "$host" >/dev/null
  [ "${before#* }" != "$(place "$system" "$pod" | cut -d ' ' -f 2)" ] || fail "$pod has its old address"
  say "pod of $system moved: $before -> $(place "$system" "$pod")"
}

serves() { # SYSTEM: the address of the pod whose node has the lease
  sql "$1" "SELECT host(client_addr) FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE locktype = 'advisory' AND granted AND datname = current_database() AND (classid::bigint, objid::bigint) = ($LEASE)"
}

lose_host() { # of ALPHA's active node: its network goes; the standby on the other host takes over
  local active host epoch
  active=$(serves alpha)
  host=$(of alpha get pods -o 'jsonpath={range .items[*]}{.status.podIP} {.spec.nodeName}{"\n"}{end}' | sed -n "s/^$active //p")
  [ -n "$host" ] || fail "no pod of alpha has the address $active"
  epoch=$(sql alpha 'SELECT epoch FROM c4i.lease')
  in_cluster ip link set "${host/-/}" down
  say "$host lost, which had the active node of alpha ($active)"
  until [ "$(sql alpha 'SELECT epoch FROM c4i.lease')" -gt "$epoch" ]; do sleep 0.2; done
  say "the standby at $(serves alpha) has taken over"
  sleep 10
  in_cluster ip link set "${host/-/}" up
}

tag=$(sed -n 's/^appVersion: *"\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' deploy/helm/c4i-gateway/Chart.yaml)
image=c4i-gateway:$tag
password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
[ "$(id -u)" -eq 0 ] || skip "not root"
find_helm
./c4i build
make_archive
deploy/local-cluster.sh start "$cluster" || exit $?
say "cluster: $(in_cluster kubectl get nodes --no-headers | wc -l) hosts, $(in_cluster kubectl version -o json | sed -n 's/.*"gitVersion": "\(.*\)".*/\1/p' | tail -n 1)"
deploy/local-cluster.sh load "$cluster" "$archive"
start_databases
for system in alpha bravo; do
  in_cluster kubectl create namespace $system >/dev/null
  in_cluster kubectl label namespace $system pod-security.kubernetes.io/enforce=restricted >/dev/null
  of $system create secret generic node --from-literal=password="$password" >/dev/null
done

say "over JMS, a node of its own engine for each system"
install_releases jms 1
submit alpha bravo 60
submit bravo alpha 60
kill_process bravo
move alpha --now=false
move bravo --force --grace-period=0
settle

say "over DDS, two nodes for alpha"
install_releases dds 2
submit alpha bravo 60
submit bravo alpha 60
kill_process bravo
move bravo --force --grace-period=0
lose_host
settle
echo "cluster: passed"
