#!/usr/bin/env bash
# Installs the package for Debian on a host, runs a node by its unit, installs the package again, removes and purges it. Installs,
# checks and erases the other with rpm in a Debian of its own, where no systemd runs.
#   deploy/test-package.sh [BUNDLE]       default: makes one by `./c4i bundle`
# Exit status 0 when all is well, 1 when not, 77 with the reason when it cannot run here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)

skip() { printf 'skipped: packages: %s\n' "$*"; exit 77; }
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }
. deploy/hosts.sh

take_down() {
  end_hosts
  umount "$work/rpm/root/usr/lib/jvm/java-25" "$work/rpm/root/proc" "$work/rpm/root" 2>/dev/null || true
  rm -rf "$work"
}

# What either package has to have done.
INSTALLED='
  id -u c4i >/dev/null
  [ "$(stat -c "%a %U:%G" /etc/c4i)" = "750 root:c4i" ]
  [ "$(readlink /usr/bin/c4i)" = /opt/c4i/c4i ]
  grep -q C4I_JAVA_HOME /etc/default/c4i
  cd /opt/c4i && sha256sum -c --quiet SHA256SUMS
  [ -z "$(find /opt/c4i ! -type l \( ! -user root -o -perm /022 \) | head -n 1)" ]
  systemd-analyze verify c4i-node@x.service c4i-wan@x.service c4i-history@x.service
  c4i --version'

GONE='[ ! -e /opt/c4i ]; [ ! -e /usr/bin/c4i ]; [ ! -e /usr/lib/systemd/system/c4i-node@.service ]; id -u c4i >/dev/null'

say_version() { # WHAT: the output of a check names the release
  grep -qF "$version" "$work/out" || fail "$1: c4i --version: $(tail -n 5 "$work/out")"
}

# ---------------------------------------------------------------- Debian

alpha() { # COMMANDS: on the host, fails with what they said
  on alpha "$1" >"$work/out" 2>&1 || fail "$1: $(tail -n 5 "$work/out")"
}

start_node() { # sections 3 to 5 of the guide, without what the package has done
  guide 3 2 alpha | sql alpha postgres
  alpha "$(guide 4 1 alpha | grep -v -e '^useradd' -e ' -d ')"
  guide 4 2 alpha | on alpha "cat >/etc/c4i/alpha.yaml"
  guide 4 3 alpha | on alpha "cat >/etc/c4i/alpha.env"
  alpha "ip address add 192.0.2.10/24 dev lo; $(guide 5 1 alpha | grep '^systemctl enable') 2>&1"
  until_true 180 alpha 'curl -sf localhost:8080/actuator/health'
}

try_debian() {
  local node
  alpha 'dpkg -i *.deb'
  alpha "$INSTALLED"
  say_version deb
  alpha 'dpkg -V c4i-gateway'
  start_node
  node=$(on alpha 'systemctl show -P MainPID c4i-node@alpha')
  alpha 'systemctl reload c4i-node@alpha'
  alpha 'echo "# of this site" >>/etc/default/c4i; dpkg -i *.deb; grep -q "of this site" /etc/default/c4i'
  [ "$(on alpha 'systemctl show -P MainPID c4i-node@alpha')" = "$node" ] || fail "an upgrade ends a running node"
  alpha 'curl -sf localhost:8080/actuator/health; touch /opt/c4i/node.aot; dpkg -r c4i-gateway'
  alpha "$GONE; [ -e /etc/c4i/alpha.yaml ]; [ -e /etc/default/c4i ]; [ -e /var/cache/c4i ]; [ -z \"\$(find /proc -maxdepth 1 -user c4i)\" ]"
  alpha "dpkg -P c4i-gateway; $GONE; [ ! -e /etc/default/c4i ]; [ ! -e /var/cache/c4i ]; [ -e /etc/c4i/alpha.yaml ]"
  alpha 'ls /etc/systemd/system/multi-user.target.wants; ! ls /etc/systemd/system/multi-user.target.wants | grep c4i'
  alpha 'mkdir -p /opt/c4i-1; ln -s /opt/c4i-1 /opt/c4i; ! dpkg -i *.deb; [ -L /opt/c4i ]'
  grep -q 'Remove it first' "$work/out" || fail "what to do about a link is not said"
  echo "deb: installed, a node by its unit, installed again under it, removed, purged; the link of an unpacked bundle is left alone"
}

# ---------------------------------------------------------------- RPM

inside() { # COMMANDS, in the root that RPM fills
  chroot "$work/rpm/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 bash -euc "$1" >"$work/out" 2>&1 ||
    fail "$1: $(tail -n 5 "$work/out")"
}

with_rpm() { # OPTION...
  rpm --root "$work/rpm/root" "$@" >"$work/out" 2>&1 || fail "rpm $*: $(tail -n 5 "$work/out")"
}

try_rpm() { # FILE
  local root=$work/rpm/root
  mkdir -p "$work"/rpm/{new,work,root}
  mount -t overlay -o "lowerdir=$debian,upperdir=$work/rpm/new,workdir=$work/rpm/work" none "$root"
  mkdir -p "$root/usr/lib/jvm/java-25"
  mount --bind "$JAVA_HOME" "$root/usr/lib/jvm/java-25"
  mount -t proc none "$root/proc"
  with_rpm --nodeps --install "$1" # Debian has the programs that it needs, and no packages of RPM
  inside "$INSTALLED"
  say_version rpm
  with_rpm --nodeps --verify c4i-gateway
  with_rpm --query --configfiles c4i-gateway
  grep -qx /etc/default/c4i "$work/out" || fail "rpm does not know what is configuration"
  with_rpm --nodeps --install --replacepkgs "$1"
  touch "$root/opt/c4i/node.aot" "$root/etc/c4i/alpha.yaml"
  with_rpm --erase c4i-gateway
  inside "$GONE; [ -e /etc/c4i/alpha.yaml ]; [ ! -e /etc/default/c4i ]"
  echo "rpm: installed, checked, installed again, erased"
}

trap take_down EXIT
find_host_tools rpm
open_bundle "$@"
packages=$(deploy/package.sh "$bundle" "$work/packages") || { [ $? -ne 77 ] || skip "nfpm cannot be had"; exit 1; }
deploy/package.sh "$bundle" "$work/again" >/dev/null
diff -r "$work/packages" "$work/again" || fail "two packages of one bundle differ"
start_host alpha "$work"/packages/*.deb -- --private-network
try_debian
try_rpm "$work"/packages/*.rpm
echo "$packages" | sed 's|.*/|made: |'
echo "packages: passed"
