#!/bin/sh
# A removal takes what nodes made beside the jars. A purge takes the caches and which nodes start by themselves, too; RPM, which
# knows no purge, does so at once. The site's files in /etc/c4i, the journals of WAN gateways and the user stay.
set -e
case ${1:-} in remove | purge | 0) ;; *) exit 0 ;; esac
rm -f /opt/c4i/node.aot
rmdir /opt/c4i 2>/dev/null || true
if [ "$1" != remove ]; then
  rm -rf /var/cache/c4i
  rm -f /etc/systemd/system/multi-user.target.wants/c4i-node@*.service /etc/systemd/system/multi-user.target.wants/c4i-wan@*.service \
    /etc/systemd/system/multi-user.target.wants/c4i-history@*.service
  rmdir /etc/c4i 2>/dev/null || true
fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
