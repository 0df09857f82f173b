#!/usr/bin/env bash
# Puts what was built and what a site without a network needs into one tar: the same sources give the same bytes.
#   deploy/bundle.sh TREE DIRECTORY      called by `./c4i bundle`, which builds first
set -euo pipefail

tree=$1 out=$2
dist=$tree/c4i-cli/target/dist
version=$(cat "$dist/VERSION")
# The time of every file; the one that the jars carry, too.
time=$(sed -n 's/.*<project.build.outputTimestamp>\(.*\)<.*/\1/p' "$tree/pom.xml")
name=c4i-$version

if [ ! -r "$dist/sbom.cdx.json" ]; then
  echo "c4i: no list of components: Maven makes it only when it is online. Run this again without -o in C4I_MVN_OPTS." >&2
  exit 2
fi
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
top=$work/$name
mkdir -p "$top/netem-scenarios"
cp -R "$dist" "$top/dist" && rm -rf "$top/dist/node.aot" "$top/dist/target"
mv "$top"/dist/* "$top" && rmdir "$top/dist"
cp -R "$tree"/{CHANGELOG.md,LICENSE,NOTICE,docs,examples,samples} "$top"
cp -R "$tree/netem-scenarios/scenarios" "$top/netem-scenarios"
mkdir "$top/deploy"
cp -R "$tree"/deploy/{systemd,prometheus,grafana,artemis,helm} "$top/deploy"
# A page of its own, whose links lead from where it is kept; what the other pages name of the source tree is not here.
sed 's|](\.\./\.\./|](|g' "$tree/deploy/bundle/README.md" >"$top/README.md"
python3 "$(dirname "${BASH_SOURCE[0]}")/bundle/plain-links.py" "$top"
find "$top" -type d -exec chmod 0755 {} + -o -type f -exec chmod 0644 {} +
chmod 0755 "$top/c4i"
(cd "$top" && find . -type f ! -name SHA256SUMS -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS)

file=$out/$name.tar.gz
tar -C "$work" --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner --format=gnu -c "$name" | gzip -n >"$file.new"
mv "$file.new" "$file"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
printf '%s\n' "$file"
