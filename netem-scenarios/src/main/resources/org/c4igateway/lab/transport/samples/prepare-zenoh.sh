#!/bin/sh
# Builds the router and the DDS plugin of zenoh for the lab: prepare-zenoh.sh VERSION DIR [JOBS]
# Both come from one workspace, since a plugin is loaded only by a router that was built by the same compiler with the
# same features; the versions of what they use are those in the lock file of the plugin. DIR/bin/zenohd and
# DIR/lib/libzenoh_plugin_dds.so are there, complete, when it ends with 0. Sources and objects in DIR/build are removed.
set -eu
version=$1 dir=$2 jobs=${3:-2}

need() {
  command -v "$1" >/dev/null 2>&1 || { echo "needs $1 (Debian, Ubuntu: apt install $2)" >&2; exit 2; }
}
need cargo cargo
need cmake cmake
need cc gcc

build=$dir/build
rm -rf "$build"
mkdir -p "$build/fetch/src" "$build/workspace" "$dir/bin" "$dir/lib"

# cargo has no command to fetch the source of a program; a package that names both has them fetched.
cd "$build/fetch"
: >src/lib.rs
cat >Cargo.toml <<TEXT
[package]
name = "fetch"
version = "0.0.0"
edition = "2021"
[workspace]
[dependencies]
zenohd = "=$version"
zenoh-plugin-dds = "=$version"
TEXT
cargo fetch

cd "$build/workspace"
for crate in zenohd zenoh-plugin-dds; do
  source=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -mindepth 2 -maxdepth 2 -name "$crate-$version" | head -n 1)
  [ -n "$source" ] || { echo "cargo has fetched no $crate $version" >&2; exit 1; }
  cp -R "$source" "$crate"
done
mv zenoh-plugin-dds/Cargo.lock .
rm -f zenohd/Cargo.lock
printf '[workspace]\nresolver = "2"\nmembers = ["zenohd", "zenoh-plugin-dds"]\n' >Cargo.toml
cargo build --release -j "$jobs" -p zenohd -p zenoh-plugin-dds

mv target/release/libzenoh_plugin_dds.so "$dir/lib/"
mv target/release/zenohd "$dir/bin/"
cd "$dir"
rm -rf "$build"
