#!/usr/bin/env bash
# A Docker engine of one's own with compose, for machines on which none runs: a dockerd with a socket and a data directory below
# DIR, the compose plugin built from its Go module and kept in the cache. Needs root, the package docker.io, and go.
#   deploy/local-engine.sh start DIR    starts it and prints the variables that name it to the docker command
#   deploy/local-engine.sh stop DIR     ends it and removes DIR
# Exit status 0 when done, 77 with the reason when it cannot run here.
set -euo pipefail

COMPOSE=v2.26.1
MODULE=github.com/docker/compose/v2
plugin=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools/docker-compose-$COMPOSE/docker-compose

skip() { printf 'skipped: Docker engine: %s\n' "$*" >&2; exit 77; }
usage() { echo "usage: deploy/local-engine.sh start|stop DIR" >&2; exit 2; }

build_compose() { # from a copy of the module: its own go.mod replaces modules, which `go install` refuses
  local source work
  [ ! -x "$plugin" ] || return 0
  command -v go >/dev/null || skip "go, which builds the compose plugin, is not installed"
  work=$(mktemp -d)
  source=$(go mod download -json "$MODULE@$COMPOSE" | sed -n 's/.*"Dir": "\(.*\)",*$/\1/p')
  [ -n "$source" ] || skip "the module of compose $COMPOSE cannot be fetched"
  cp -r "$source" "$work/compose"
  chmod -R u+w "$work"
  mkdir -p "$(dirname "$plugin")"
  (cd "$work/compose" && CGO_ENABLED=0 timeout 900 go build -trimpath -ldflags "-s -w -X $MODULE/internal.Version=$COMPOSE" \
    -o "$plugin.new" ./cmd) >"$work/log" 2>&1 || skip "compose $COMPOSE could not be built: $(tail -n 1 "$work/log")"
  mv "$plugin.new" "$plugin"
  rm -rf "$work"
}

# An engine that was killed leaves bridges and address translation, which reroutes traffic of later networks with the same subnets.
# While no engine runs, bridges without a port go, with the rules that name them.
drop_leftovers() {
  local bridge table rule
  ! pgrep -x dockerd >/dev/null || return 0
  for bridge in $({ ip -o link show type bridge; iptables-save; } | grep -oE '\bbr-[0-9a-f]{12}\b' | sort -u); do
    [ -z "$(ls "/sys/class/net/$bridge/brif" 2>/dev/null)" ] || continue
    for table in filter nat; do
      while read -ra rule; do
        iptables -t "$table" -D "${rule[@]:1}"
      done < <(iptables-save -t "$table" | grep -E "^-A .*\b$bridge\b")
    done
    ! ip link show "$bridge" >/dev/null 2>&1 || ip link delete "$bridge"
  done
}

start() {
  local i
  [ "$(id -u)" -eq 0 ] || skip "not root"
  command -v docker >/dev/null || skip "docker is not installed (package docker.io)"
  command -v dockerd >/dev/null || skip "dockerd is not installed (package docker.io)"
  build_compose
  drop_leftovers
  mkdir -p "$1/config/cli-plugins"
  ln -sf "$plugin" "$1/config/cli-plugins/docker-compose"
  dockerd --host "unix://$1/docker.sock" --data-root "$1/data" --exec-root "$1/exec" --pidfile "$1/pid" \
    >"$1/log" 2>&1 </dev/null &
  for ((i = 0; i < 120; i++)); do
    if DOCKER_HOST=unix://$1/docker.sock docker info >/dev/null 2>&1; then
      printf 'DOCKER_HOST=unix://%s/docker.sock\nDOCKER_CONFIG=%s/config\n' "$1" "$1"
      return 0
    fi
    kill -0 $! 2>/dev/null || break
    sleep 0.5
  done
  skip "dockerd does not start: $(tail -n 1 "$1/log")"
}

stop() {
  local pid i
  pid=$(cat "$1/pid" 2>/dev/null || true)
  if [ -n "$pid" ] && kill "$pid" 2>/dev/null; then
    for ((i = 0; i < 120; i++)); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.5
    done
  fi
  rm -rf "$1"
}

[ $# -eq 2 ] || usage
case $1 in
  start) start "$(realpath -m "$2")" ;;
  stop) stop "$(realpath -m "$2")" ;;
  *) usage ;;
esac
