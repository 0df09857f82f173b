#!/usr/bin/env bash
# Asks the OSV database whether a library that is shipped has a known hole: ./c4i build first, which lists them. Needs osv-scanner 2 and
# its database: by network, or a local one named by OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY.
# Exit status 0 when none is known, 1 when one is, 2 when the scanner gave no answer, 77 with the reason when there is no scanner.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sbom=c4i-cli/target/dist/sbom.cdx.json
skip() { printf 'skipped: dependency audit: %s\n' "$*"; exit 77; }
[ -r "$sbom" ] || { printf 'deploy/audit.sh: there is no %s; run ./c4i build\n' "$sbom" >&2; exit 2; }
command -v osv-scanner >/dev/null || skip "osv-scanner is not installed; $sbom lists what to look for"

local_database=()
[ -z "${OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY:-}" ] || local_database=(--offline-vulnerabilities)
status=0
said=$(timeout 300 osv-scanner scan source ${local_database[@]+"${local_database[@]}"} -L "$sbom" 2>&1) || status=$?
case $status in
  0 | 1) printf '%s\n' "$said" && exit "$status" ;;
  *)
    printf '%s\ndeploy/audit.sh: osv-scanner gave no answer, it ended with %s\n' "$said" "$status" >&2
    exit 2
    ;;
esac
