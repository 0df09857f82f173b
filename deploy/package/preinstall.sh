#!/bin/sh
# Refuses to mix with what was unpacked by hand.
set -e
if [ -L /opt/c4i ]; then
  echo "c4i-gateway: /opt/c4i is a link, as docs/install.md makes it from the bundle. Remove it first: rm /opt/c4i" >&2
  exit 1
fi
