#!/usr/bin/env bash
# Makes a package for Debian and one for systems with RPM of a bundle; the same bundle gives the same bytes. Prints their paths.
#   deploy/package.sh [BUNDLE] [DIRECTORY]      default: one made by `./c4i bundle`, and target/packages
# Needs Go, which fetches and builds nfpm once. Exit status 77 with the reason when nfpm cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

NFPM=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.2
tools=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools/nfpm-${NFPM##*@}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() { printf 'skipped: packages: %s\n' "$*" >&2; exit 77; }

find_nfpm() {
  [ ! -x "$tools/nfpm" ] || return 0
  command -v go >/dev/null || skip "go, which builds nfpm, is not installed"
  mkdir -p "$tools"
  GOBIN=$work CGO_ENABLED=0 go install "$NFPM" >"$work/log" 2>&1 || skip "nfpm cannot be built: $(tail -n 1 "$work/log")"
  mv "$work/nfpm" "$tools/nfpm"
}

find_nfpm
bundle=$(readlink -f "${1:-$(./c4i bundle)}")
out=${2:-target/packages}
tar -xzf "$bundle" -C "$work"

C4I_TREE=$(echo "$work"/c4i-*)
C4I_VERSION=$(basename "$C4I_TREE")
C4I_VERSION=${C4I_VERSION#c4i-}
# The time that every file of the bundle has.
C4I_TIME=$(date -u -r "$C4I_TREE/VERSION" +%Y-%m-%dT%H:%M:%SZ)
for name in C4I_TREE C4I_VERSION C4I_TIME; do printf 's|${%s}|%s|g\n' "$name" "${!name}"; done >"$work/fill"
sed -f "$work/fill" deploy/package/nfpm.yaml >"$work/nfpm.yaml"
mkdir -p "$out" "$work/out"
for kind in deb rpm; do "$tools/nfpm" package --config "$work/nfpm.yaml" --packager "$kind" --target "$work/out" >&2; done
for file in "$work"/out/*; do mv "$file" "$out" && printf '%s\n' "$out/${file##*/}"; done
