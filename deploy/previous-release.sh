#!/usr/bin/env bash
# Builds the release before this one out of the history of this repository, for tests of two releases in one mesh, and
# prints the directory of its distribution. Which commit that is stands in deploy/previous-release; it moves on with each
# release. Status 77 when the history does not have it. The directory must be outside this tree.
#
#   dist=$(deploy/previous-release.sh /tmp/c4i-previous) && C4I_PREVIOUS_DIST=$dist ./c4i test --campaigns -Dtest='*PreviousRelease*'
set -euo pipefail
die() { printf 'previous-release: %s\n' "$2" >&2; exit "$1"; }

[ $# -eq 1 ] || die 2 "usage: deploy/previous-release.sh DIRECTORY"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
commit=$(cat "$root/deploy/previous-release")
mkdir -p "$1"
into=$(cd "$1" && pwd)/$commit
case $into in "$root"/*) die 2 "$1 is in this tree, whose tests read all sources below it" ;; esac

# Whoever may run this tree may read its history, whoever owns the files.
its_git() { git -c safe.directory="$root" -C "$root" "$@"; }

[ -e "$root/.git" ] || die 77 "the history of this repository is not there"
command -v git >/dev/null || die 77 "the history of this repository cannot be read: git is missing"
its_git rev-parse --git-dir >/dev/null || die 2 "git cannot read this repository"
its_git cat-file -e "$commit^{commit}" 2>/dev/null || die 77 "the history of this repository does not have $commit"
if [ ! -d "$into" ]; then
  rm -rf "$into.part"
  mkdir "$into.part"
  its_git archive "$commit" | tar -x -C "$into.part"
  mv "$into.part" "$into"
fi
(cd "$into" && ./c4i build >&2)
echo "$into/c4i-cli/target/dist"
