#!/usr/bin/env bash
# Brings the stack of docker-compose.yml up, sends rows from ALPHA to BRAVO over both transports, changes the link, asks both
# consoles for their login page and Prometheus for its targets and the rows, and takes it down again.
# Exit status 0 when every row has its receipt, both pages come and the metrics are there, 1 when not, 77 with the reason when it cannot run here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

skip() { printf 'skipped: compose stack: %s\n' "$*"; exit 77; }
command -v docker >/dev/null || skip "docker is not installed"
docker info >/dev/null 2>&1 || skip "no Docker engine answers"
docker compose version >/dev/null 2>&1 || skip "the compose plugin is not installed"
command -v curl >/dev/null || skip "curl is not installed"
if [ -r .env ]; then # compose reads it by itself, this script does not
  set -a
  . ./.env
  set +a
else
  docker image inspect "${C4I_BUILD_IMAGE:-eclipse-temurin:25-jdk}" "${C4I_BASE_IMAGE:-debian:bookworm-slim}" "${C4I_POSTGRES_IMAGE:-postgres:17}" >/dev/null 2>&1 ||
    skip "the base images are not here; docker pull them, or make stand-ins: deploy/local-images.sh >.env"
fi

stop() { docker compose --profile metrics --profile monitoring --profile history --profile lab down -v -t 3 >/dev/null 2>&1 || true; }
trap stop EXIT
./c4i build
docker compose build alpha
added=$(($(docker image inspect -f '{{.Size}}' "${C4I_IMAGE:-c4i-gateway:local}") - $(docker image inspect -f '{{.Size}}' "${C4I_BASE_IMAGE:-debian:bookworm-slim}")))
printf 'image: %s MB more than its base\n' $((added / 1000000))
[ $added -le 275000000 ] || { echo "FAILED: the image adds $added bytes to its base, more than 275 MB"; exit 1; }
for carrier in dds jms; do
  C4I_CARRIER=$carrier timeout 900 docker compose up --build --wait
  sent=$(docker compose exec -T -e C4I_DB_PASSWORD="${C4I_DEMO_APP_PASSWORD:-demo-app}" alpha c4i send \
    --url jdbc:postgresql://172.30.1.10:5432/c4i --user c4i_server --to BRAVO \
    /opt/c4i/samples/A004-helquest-lift.mtf /opt/c4i/samples/A005-helack-approved.mtf | wc -l)
  pending=1
  for _ in $(seq 120); do
    pending=$(docker compose exec -T db-north psql -U postgres -d c4i -Atc "select coalesce(sum(pending), 0) from c4i.ledger")
    [ "$pending" = 0 ] && break
    sleep 1
  done
  delivered=$(docker compose exec -T db-north psql -U postgres -d c4i -Atc "select coalesce(sum(delivered), 0) from c4i.ledger")
  received=$(docker compose exec -T db-south psql -U postgres -d c4i -Atc "select count(*) from c4i.inbox")
  printf '%s: %s sent, %s delivered, %s received so far, %s pending\n' "$carrier" "$sent" "$delivered" "$received" "$pending"
  [ "$pending" = 0 ] && [ "$sent" = 2 ] && [ "$delivered" = "$received" ] || { echo "FAILED over $carrier"; exit 1; }
  docker compose exec -T router-north router impair 256kbit 5
done
for console in "${C4I_ALPHA_PORT:-8081}" "${C4I_BRAVO_PORT:-8082}"; do
  curl -fsS --max-time 10 "http://127.0.0.1:$console/console/login" | grep -q '<form' ||
    { echo "FAILED: no console on port $console"; exit 1; }
done

ask() { # QUERY: the values that Prometheus has, one a line; nothing while it does not answer
  curl -fsS --max-time 10 --data-urlencode "query=$1" "http://127.0.0.1:${C4I_PROMETHEUS_PORT:-9090}/api/v1/query" |
    grep -oE '"value":\[[0-9.]+,"[^"]*"' | cut -d '"' -f 4 || true
}
C4I_CARRIER=jms timeout 300 docker compose --profile metrics up --wait
for _ in $(seq 120); do
  up=$(ask up | tr '\n' ' ')
  rows=$(ask 'c4i_ledger_rows{system="ALPHA",destination="BRAVO",state="delivered"}')
  [ "$up" = "1 1 1 1 " ] && [ "$rows" = 4 ] && break
  sleep 1
done
printf 'Prometheus: targets up: %s, rows of ALPHA delivered: %s\n' "$up" "$rows"
[ "$up" = "1 1 1 1 " ] && [ "$rows" = 4 ] || { echo "FAILED: Prometheus has not both nodes, both gateways and the rows"; exit 1; }
C4I_CARRIER=dds timeout 300 docker compose --profile history up --wait alpha bravo history
docker compose exec -T -e C4I_DB_PASSWORD="${C4I_DEMO_APP_PASSWORD:-demo-app}" alpha c4i send \
  --url jdbc:postgresql://172.30.1.10:5432/c4i --user c4i_server --to BRAVO /opt/c4i/samples/A005-helack-approved.mtf
kept=0
for _ in $(seq 120); do
  kept=$(docker compose exec -T db-north psql -U postgres -d c4i -Atc "select count(*) from c4i.history_sample where topic = 'A005'")
  [ "$kept" != 0 ] && break
  sleep 1
done
[ "$kept" != 0 ] || { echo "FAILED: the history has no sample of A005"; exit 1; }
echo "compose stack: passed"
