#!/bin/sh
# A running node is left alone: its schema and its peers decide when it may change its release.
set -e
getent group c4i >/dev/null || groupadd --system c4i
getent passwd c4i >/dev/null ||
  useradd --system --gid c4i --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin c4i
[ -d /etc/c4i ] || install -d -m 0750 -o root -g c4i /etc/c4i
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
echo "c4i-gateway: go on with section 3 of /opt/c4i/docs/install.md"
