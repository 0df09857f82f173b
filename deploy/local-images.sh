#!/usr/bin/env bash
# Stand-ins for the base images of docker-compose.yml, made of Debian packages, for machines that reach no registry of images.
# Needs root, debootstrap, docker and a JDK 25. Prints the variables that docker compose then needs.
#
#   deploy/local-images.sh >.env
#   docker compose up --build --wait
set -euo pipefail

SUITE=${C4I_SUITE:-bookworm}
PREFIX=c4i-local

say() { printf 'local-images: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

[ "$(id -u)" -eq 0 ] || die "debootstrap needs root."
for tool in debootstrap docker tar; do command -v "$tool" >/dev/null || die "$tool is missing."; done
docker info >/dev/null 2>&1 || die "no Docker engine answers; start one, or set DOCKER_HOST."

jdk() {
  local candidate
  for candidate in "${C4I_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/*; do
    if [ -x "$candidate/bin/java" ] && grep -q '^JAVA_VERSION="25' "$candidate/release" 2>/dev/null; then
      (cd -P "$candidate" && pwd)
      return
    fi
  done
  die "no JDK 25 found; set JAVA_HOME to one."
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
java=$(jdk)

say "Debian $SUITE with PostgreSQL, Prometheus, node_exporter, nginx and network tools"
debootstrap --variant=minbase \
  --include=bash,iproute2,nftables,procps,util-linux,postgresql,prometheus,prometheus-node-exporter,nginx,locales-all "$SUITE" "$work/root" ${C4I_MIRROR:-} >&2
rm -rf "$work"/root/var/cache/apt/archives/*.deb "$work"/root/var/lib/apt/lists/*
tar -C "$work/root" -c . | docker import - "$PREFIX/debian:$SUITE" >&2

say "a JDK of $java, to build with"
mkdir -p "$work/jdk/runtime"
tar -C "$java" --dereference --exclude=./lib/src.zip -c . | tar -C "$work/jdk/runtime" -x
cat >"$work/jdk/Dockerfile" <<TEXT
FROM $PREFIX/debian:$SUITE
COPY runtime /opt/java
ENV JAVA_HOME=/opt/java PATH=/opt/java/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
TEXT
DOCKER_BUILDKIT=0 docker build -q -t "$PREFIX/jdk:25" "$work/jdk" >&2

say "PostgreSQL that starts as the official image does"
mkdir "$work/postgres"
cat >"$work/postgres/entry" <<'TEXT'
#!/bin/bash
# Makes the cluster POSTGRES_DB and runs the scripts of /docker-entrypoint-initdb.d once, then serves.
set -euo pipefail
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -1)
export PATH=$bin:$PATH PGDATA=/var/lib/postgresql/data
if [ "$(id -u)" -eq 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql
  chown postgres "$PGDATA" /var/run/postgresql
  chmod 700 "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U postgres --encoding UTF8 --auth-local=trust --auth-host=scram-sha-256 --pwfile=<(printf '%s' "$POSTGRES_PASSWORD") >/dev/null
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  pg_ctl -w start -o "-c listen_addresses=''" >/dev/null
  createdb -U postgres "${POSTGRES_DB:-postgres}" 2>/dev/null || true
  for script in /docker-entrypoint-initdb.d/*.sh; do [ -e "$script" ] && bash "$script"; done
  pg_ctl -w stop >/dev/null
fi
exec postgres -c listen_addresses='*' "$@"
TEXT
cat >"$work/postgres/Dockerfile" <<TEXT
FROM $PREFIX/debian:$SUITE
COPY entry /usr/local/bin/entry
RUN chmod 0755 /usr/local/bin/entry && bin=\$(ls -d /usr/lib/postgresql/*/bin | tail -1) && ln -s \$bin/psql \$bin/pg_isready /usr/local/bin/ 2>/dev/null || true
ENV LANG=C.UTF-8
ENTRYPOINT ["/usr/local/bin/entry"]
TEXT
DOCKER_BUILDKIT=0 docker build -q -t "$PREFIX/postgres:local" "$work/postgres" >&2

cat >"$work/Dockerfile" <<TEXT
FROM $PREFIX/debian:$SUITE
RUN mkdir /prometheus && chown prometheus /prometheus
USER prometheus
ENTRYPOINT ["/usr/bin/prometheus"]
TEXT
mkdir "$work/prometheus" && mv "$work/Dockerfile" "$work/prometheus"
DOCKER_BUILDKIT=0 docker build -q -t "$PREFIX/prometheus:local" "$work/prometheus" >&2

mkdir "$work/exporter"
cat >"$work/exporter/Dockerfile" <<TEXT
FROM $PREFIX/debian:$SUITE
USER nobody
ENTRYPOINT ["/usr/bin/prometheus-node-exporter"]
TEXT
DOCKER_BUILDKIT=0 docker build -q -t "$PREFIX/node-exporter:local" "$work/exporter" >&2

mkdir "$work/nginx"
cat >"$work/nginx/Dockerfile" <<TEXT
FROM $PREFIX/debian:$SUITE
ENTRYPOINT ["/usr/sbin/nginx", "-g", "daemon off;"]
TEXT
DOCKER_BUILDKIT=0 docker build -q -t "$PREFIX/nginx:local" "$work/nginx" >&2

cat <<TEXT
C4I_BUILD_IMAGE=$PREFIX/jdk:25
C4I_BASE_IMAGE=$PREFIX/debian:$SUITE
C4I_POSTGRES_IMAGE=$PREFIX/postgres:local
C4I_ROUTER_IMAGE=$PREFIX/debian:$SUITE
C4I_PROMETHEUS_IMAGE=$PREFIX/prometheus:local
C4I_NODE_EXPORTER_IMAGE=$PREFIX/node-exporter:local
C4I_NGINX_IMAGE=$PREFIX/nginx:local
DOCKER_BUILDKIT=0
TEXT
say "done; Grafana has no stand-in (no Debian package)"
