# Sourced by tests: hosts that are containers of Debian with systemd as process 1 and a PostgreSQL each.
# The test sets `work`, its directory, and has `skip` and `fail`; it calls end_hosts when it ends.
SUITE=bookworm
PACKAGES=systemd,systemd-sysv,postgresql,curl,iproute2
debian=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools/hosts-$SUITE
started=()

find_host_tools() { # TOOL...: those that the test needs besides
  local tool
  [ "$(id -u)" -eq 0 ] || skip "not root"
  for tool in systemd-nspawn debootstrap nsenter "$@"; do command -v "$tool" >/dev/null || skip "$tool is not installed"; done
  . c4i-cli/src/main/dist/java-home.sh
  find_java java
  [ ! -r "$debian/etc/debian_version" ] || return 0
  rm -rf "$debian.new"
  debootstrap --variant=minbase --include="$PACKAGES" "$SUITE" "$debian.new" >"$work/debootstrap.log" 2>&1 ||
    skip "no Debian: $(tail -n 1 "$work/debootstrap.log")"
  mv "$debian.new" "$debian"
}

start_host() { # HOST FILE-FOR-ROOT... -- OPTION-OF-NSPAWN...
  local host=$1 supervisor files=()
  shift
  while [ "$1" != -- ]; do files+=("$1") && shift; done
  shift
  mkdir -p "$work/$host"/{new,work,root}
  mount -t overlay -o "lowerdir=$debian,upperdir=$work/$host/new,workdir=$work/$host/work" none "$work/$host/root"
  started+=("$host")
  cp "${files[@]}" "$work/$host/root/root"
  echo "$host" >"$work/$host/root/etc/hostname"
  systemd-nspawn --quiet --boot --register=no --keep-unit --directory="$work/$host/root" --machine="$host" \
    --bind-ro="$JAVA_HOME:/usr/lib/jvm/java-25" --console=pipe "$@" >"$work/$host.log" 2>&1 </dev/null &
  supervisor=$!
  for _ in $(seq 120); do
    if pgrep -P "$supervisor" >"$work/$host.init" && on "$host" 'pg_isready -q' 2>/dev/null; then return; fi
    kill -0 "$supervisor" 2>/dev/null || break
    sleep 1
  done
  fail "$host did not start: $(tail -n 5 "$work/$host.log")"
}

end_hosts() {
  local host
  for host in "${started[@]}"; do
    [ ! -s "$work/$host.init" ] || kill -KILL "$(cat "$work/$host.init")" 2>/dev/null || true
  done
  wait
  for host in "${started[@]}"; do umount "$work/$host/root" 2>/dev/null || true; done
}

on() { # HOST COMMANDS, which root of that host runs
  nsenter --target "$(cat "$work/$1.init")" --mount --uts --ipc --net --pid -- \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin LC_ALL=C.UTF-8 HOME=/root bash -euc "cd; $2"
}

sql() { # HOST DATABASE <STATEMENTS
  on "$1" "cd /; runuser -u postgres -- psql -X -v ON_ERROR_STOP=1 -Atq -d $2"
}

until_true() { # SECONDS HOST COMMANDS
  for _ in $(seq "$1"); do
    if on "$2" "$3" >"$work/out" 2>&1; then return; fi
    sleep 1
  done
  fail "on $2 after $1 s: $3: $(cat "$work/out"; on "$2" "journalctl --no-pager -n 5 -u c4i-node@$2")"
}

guide() { # SECTION BLOCK HOST: what stands in that block of docs/install.md ($work/install.md), for that host
  awk -v section="## $1." -v block="$2" '
    /^## / { inside = index($0, section) == 1 }
    /^```/ { if (inside) fences++; next }
    inside && fences == 2 * block - 1' "$work/install.md" |
    sed -e "s/'\.\.\.'/'$secret'/; s/=\.\.\./=$secret/; s/VERSION/$version/" |
    if [ "$3" = alpha ]; then cat; else
      sed -e 's/alpha/\x01/g; s/bravo/alpha/g; s/\x01/bravo/g; s/ALPHA/\x01/g; s/BRAVO/ALPHA/g; s/\x01/BRAVO/g' \
        -e 's/192\.0\.2\.10/\x01/g; s/192\.0\.2\.20/192.0.2.10/g; s/\x01/192.0.2.20/g'
    fi
}

open_bundle() { # BUNDLE: sets bundle, version and secret, and takes the guide out of it
  bundle=$(readlink -f "${1:-$(./c4i bundle)}")
  version=$(basename "$bundle" .tar.gz)
  version=${version#c4i-}
  secret=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
  tar -xzOf "$bundle" "c4i-$version/docs/install.md" >"$work/install.md"
}
