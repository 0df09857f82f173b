#!/bin/sh
# On a removal nodes drain; an upgrade ($1 = upgrade, or 1 with RPM) leaves them running.
set -e
case ${1:-} in upgrade | 1) exit 0 ;; esac
if [ -d /run/systemd/system ]; then systemctl stop 'c4i-node@*' 'c4i-wan@*' 'c4i-history@*'; fi
