#!/usr/bin/env bash
# Builds the release before this one out of the history of this repository, for tests of two releases in one mesh, and
# prints the directory of its distribution. What is built there already is not built again. Status 77 without the history.
#
#   C4I_PREVIOUS_DIST=$(deploy/previous-release.sh target/previous) ./c4i test --campaigns -Dtest='*PreviousRelease*'
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: deploy/previous-release.sh DIRECTORY" >&2 && exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
commit=$(cat "$root/deploy/previous-release")
mkdir -p "$1"
into=$(cd "$1" && pwd)
dist=$into/c4i-cli/target/dist

if ! git -C "$root" cat-file -e "$commit^{commit}" 2>/dev/null; then
  echo "the history of this repository does not have $commit"
  exit 77
fi
if [ ! -e "$dist/c4i-app.jar" ]; then
  git -C "$root" archive "$commit" | tar -x -C "$into"
  (cd "$into" && ./c4i build >&2)
fi
echo "$dist"
