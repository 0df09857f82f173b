#!/usr/bin/env bash
# Builds a collector of OpenTelemetry once, by its own builder, and prints the path of the program: OTLP receiver, debug exporter.
# Needs Go. Exit status 77 with the reason when it cannot be had.
set -euo pipefail

RELEASE=v0.165.0
MODULES=go.opentelemetry.io/collector
tools=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools/otel-collector-$RELEASE

skip() { printf 'collector: %s\n' "$*" >&2; exit 77; }

mkdir -p "$tools"
exec 9>"$tools/lock"
flock 9
if [ ! -x "$tools/collector" ]; then
  command -v go >/dev/null || skip "go, which builds the collector, is not installed"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cat >"$work/builder.yaml" <<END
dist: {name: collector, output_path: $work/out, cgo_enabled: false}
receivers: [{gomod: $MODULES/receiver/otlpreceiver $RELEASE}]
exporters: [{gomod: $MODULES/exporter/debugexporter $RELEASE}]
END
  GOBIN=$work CGO_ENABLED=0 go install "$MODULES/cmd/builder@$RELEASE" >"$work/log" 2>&1 &&
    "$work/builder" --config "$work/builder.yaml" >>"$work/log" 2>&1 || skip "$(tail -n 1 "$work/log")"
  mv "$work/out/collector" "$tools/collector"
fi
printf '%s\n' "$tools/collector"
