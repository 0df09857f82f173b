#!/usr/bin/env bash
# A Kubernetes cluster of one's own on this machine, for trying the chart: a control plane and two nodes, each with a kubelet, a
# containerd and a service proxy of its own, in namespaces of the kernel that end with it. Nothing outside DIR stays behind. Kubernetes
# and CoreDNS are built once from their Go modules (13 minutes on two busy cores) and kept in the cache; containerd, runc and the CNI plug-ins
# are those of the machine. Needs root and bash, iproute2, nftables, openssl, python3, util-linux. Pods reach each other by routes (no
# overlay); no network policy is enforced. Not for anything but trials: whoever is in the control network may do everything.
#   deploy/local-cluster.sh start DIR              starts it, returns when both nodes are ready
#   deploy/local-cluster.sh load DIR FILE...       gives both nodes the images of archives made by docker save
#   deploy/local-cluster.sh run DIR COMMAND...     runs a command where the control plane is (10.78.0.1), with KUBECONFIG
#   deploy/local-cluster.sh stop DIR               ends it and removes DIR
# Exit status 0 when done, 77 with the reason when it cannot run here.
set -euo pipefail

CLUSTER=1.34.4   # the last minor release whose kubelet takes control groups of version 1 without being told
COREDNS=1.12.4   # takes the client of that minor release
CONTROL=10.78.0.1
NODES=(1 2)      # node N has the address 10.78.0.1N, its pods have 10.79.N.0/24
PODS=10.79
SERVICES=10.80.0.0/16
SYSCTLS=(vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops) # kubelet sets them for the whole machine
self=$(realpath "${BASH_SOURCE[0]}")
tools=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools

skip() { printf 'skipped: cluster: %s\n' "$*" >&2; exit 77; }
fail() { printf 'cluster: %s\n' "$*" >&2; exit 1; }
usage() { sed -n '2,/^set/s/^# \{0,1\}//p' "$self" | grep '^ ' >&2; exit 2; }
. "$(dirname "$self")/kubernetes-programs.sh"

find_programs() {
  local tool
  [ "$(id -u)" -eq 0 ] || skip "not root"
  for tool in containerd containerd-shim-runc-v2 ctr runc ip nft openssl python3 unshare nsenter; do
    command -v "$tool" >/dev/null || skip "$tool is missing"
  done
  plugins=$(for tool in /usr/lib/cni /opt/cni/bin; do [ ! -x "$tool/bridge" ] || echo "$tool"; done | head -n 1)
  [ -n "$plugins" ] || skip "the CNI plug-ins are missing (package containernetworking-plugins)"
  kubernetes_programs "$CLUSTER" etcd kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl
  coredns=$tools/coredns-$COREDNS/coredns
  [ -x "$coredns" ] || build_coredns
  pause=$tools/pause-image/pause.tar
  [ -e "$pause" ] || build_pause
}

build_pause() { # the image whose process holds the namespaces of a pod
  mkdir -p "$work/pause" "$(dirname "$pause")"
  cat >"$work/pause/main.go" <<'TEXT'
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM, syscall.SIGINT)
	<-end
}
TEXT
  printf 'module c4i.invalid/pause\n\ngo 1.21\n' >"$work/pause/go.mod"
  (cd "$work/pause" && CGO_ENABLED=0 GOWORK=off go build -trimpath -ldflags '-s -w' -o pause .) 2>"$work/go.log" ||
    skip "the image of pods could not be built: $(tail -n 1 "$work/go.log")"
  python3 - "$work/pause/pause" "$pause" <<'PYTHON'
import hashlib, io, json, sys, tarfile

def entry(archive, name, content, mode=0o644):
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(content), mode
    archive.addfile(info, io.BytesIO(content))

program = open(sys.argv[1], "rb").read()
layer = io.BytesIO()
with tarfile.open(fileobj=layer, mode="w") as archive:
    entry(archive, "pause", program, 0o755)
layer = layer.getvalue()
config = json.dumps({"architecture": "amd64", "os": "linux", "config": {"Entrypoint": ["/pause"]}, "rootfs": {
    "type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest()]}}).encode()
named = hashlib.sha256(config).hexdigest() + ".json"
with tarfile.open(sys.argv[2], "w") as archive:
    entry(archive, "layer.tar", layer)
    entry(archive, named, config)
    entry(archive, "manifest.json", json.dumps([{
        "Config": named, "RepoTags": ["c4i.invalid/pause:local"], "Layers": ["layer.tar"]}]).encode())
PYTHON
}

build_coredns() { # with the plug-in for Kubernetes and no other that needs a service elsewhere
  mkdir -p "$work/dns" "$(dirname "$coredns")"
  cat >"$work/dns/main.go" <<'TEXT'
package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"
	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
)

func main() {
	dnsserver.Directives = []string{"bind", "errors", "kubernetes"}
	coremain.Run()
}
TEXT
  printf 'module c4i.invalid/dns\n\ngo 1.24.0\n\nrequire github.com/coredns/coredns v%s\n' "$COREDNS" >"$work/dns/go.mod"
  (cd "$work/dns" && CGO_ENABLED=0 GOFLAGS=-mod=mod GOWORK=off go build -trimpath -ldflags '-s -w' -o "$coredns" .) 2>"$work/go.log" ||
    skip "CoreDNS $COREDNS could not be built: $(tail -n 1 "$work/go.log")"
}

start() {
  local i
  [ ! -e "$dir" ] || fail "$dir exists"
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  find_programs
  mkdir -p "$dir"
  for i in "${SYSCTLS[@]}"; do printf '%s %s\n' "$i" "$(cat "/proc/sys/$i")"; done >"$dir/sysctls"
  printf '%s\n' "programs=$programs" "plugins=$plugins" "coredns=$coredns" "pause=$pause" >"$dir/places"
  setsid unshare --mount --net --pid --ipc --fork --kill-child --mount-proc bash "$self" supervise "$dir" \
    >"$dir/supervisor.log" 2>&1 </dev/null &
  echo $! >"$dir/pid"
  for ((i = 0; i < 300; i++)); do
    if [ -e "$dir/ready" ]; then return 0; fi
    kill -0 "$(cat "$dir/pid")" 2>/dev/null || break
    sleep 1
  done
  tail -n 5 "$dir/supervisor.log" >&2
  fail "not ready; its logs are in $dir"
}

# The first process of the cluster's own process namespace: all others end with it.
supervise() {
  . "$dir/places"
  mount --make-rprivate /
  mount -t tmpfs none /run
  mkdir /run/netns /run/lock
  ip link set lo up
  ip link add cluster0 type bridge
  ip address add "$CONTROL/24" dev cluster0
  ip link set cluster0 up
  echo 1 >/proc/sys/net/ipv4/ip_forward
  control_plane
  local n
  for n in "${NODES[@]}"; do
    ip netns add "node-$n"
    ip link add "node$n" type veth peer name eth0 netns "node-$n"
    ip link set "node$n" master cluster0 up
    ip route add "$PODS.$n.0/24" via "10.78.0.1$n"
    unshare --mount nsenter --net="/run/netns/node-$n" bash "$self" node "$dir" "$n" >"$dir/node-$n.log" 2>&1 &
  done
  for n in "${NODES[@]}"; do
    until [ "$("$programs/kubectl" get node "node-$n" -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 2>/dev/null)" = True ]; do sleep 1; done
  done
  touch "$dir/ready"
  wait
}

control_plane() {
  local token
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  (umask 077 && printf '%s,admin,admin,system:masters\n' "$token" >"$dir/tokens")
  openssl genrsa -out "$dir/accounts.key" 2048 2>/dev/null
  "$programs/etcd" --data-dir "$dir/etcd" --log-level error >"$dir/etcd.log" 2>&1 &
  "$programs/kube-apiserver" --etcd-servers http://127.0.0.1:2379 --bind-address 0.0.0.0 --advertise-address "$CONTROL" --kubelet-preferred-address-types InternalIP \
    --cert-dir "$dir/certificates" --token-auth-file "$dir/tokens" --authorization-mode RBAC --service-cluster-ip-range "$SERVICES" \
    --service-account-issuer https://c4i.invalid --service-account-key-file "$dir/accounts.key" \
    --service-account-signing-key-file "$dir/accounts.key" >"$dir/kube-apiserver.log" 2>&1 &
  export KUBECONFIG=$dir/kubeconfig
  write_kubeconfig "$KUBECONFIG" "$CONTROL:6443" "$dir/certificates/apiserver.crt" "$token"
  until "$programs/kubectl" get --raw /readyz >/dev/null 2>&1; do sleep 1; done
  "$programs/kube-controller-manager" --kubeconfig "$KUBECONFIG" --leader-elect=false --cert-dir "$dir/certificates" \
    --service-account-private-key-file "$dir/accounts.key" --root-ca-file "$dir/certificates/apiserver.crt" >"$dir/kube-controller-manager.log" 2>&1 &
  "$programs/kube-scheduler" --kubeconfig "$KUBECONFIG" --leader-elect=false --cert-dir "$dir/certificates" >"$dir/kube-scheduler.log" 2>&1 &
  printf '.:53 {\n  bind %s\n  errors\n  kubernetes cluster.local {\n    kubeconfig %s\n  }\n}\n' "$CONTROL" "$KUBECONFIG" >"$dir/Corefile"
  "$coredns" -conf "$dir/Corefile" >"$dir/coredns.log" 2>&1 &
}

# A node: a network of its own, and directories of its own where its programs expect those of the machine.
node() { # N
  local own=$dir/node-$1 name=node-$1 n
  . "$dir/places"
  export KUBECONFIG=$dir/kubeconfig
  mount --make-rprivate /
  mount -t tmpfs none /run
  mkdir -p "$own/var" "$own/work" "$own/images" "$own/cni"
  mount -t overlay overlay -o "lowerdir=/var,upperdir=$own/var,workdir=$own/work" /var
  ip link set lo up
  ip address add "10.78.0.1$1/24" dev eth0
  ip link set eth0 up
  ip route add default via "$CONTROL"
  for n in "${NODES[@]}"; do [ "$n" = "$1" ] || ip route add "$PODS.$n.0/24" via "10.78.0.1$n"; done
  echo 1 >/proc/sys/net/ipv4/ip_forward
  make_control_group "c4i-$name"
  write_node_files "$1"
  cp "$pause" "$own/images"
  containerd --config "$own/containerd.toml" &
  until ctr --address /run/containerd/containerd.sock version >/dev/null 2>&1; do sleep 0.5; done
  "$programs/kube-proxy" --kubeconfig "$KUBECONFIG" --hostname-override "$name" --proxy-mode nftables --cluster-cidr "$PODS.0.0/16" \
    --conntrack-max-per-core 0 --conntrack-tcp-timeout-established 0 --conntrack-tcp-timeout-close-wait 0 >"$own/kube-proxy.log" 2>&1 &
  "$programs/kubelet" --config "$own/kubelet.yaml" --kubeconfig "$KUBECONFIG" --hostname-override "$name" --node-ip "10.78.0.1$1" \
    --cert-dir "$own/certificates" >"$own/kubelet.log" 2>&1 &
  while sleep 1; do take_images "$own"; done
}

take_images() { # of load; the answer is a file beside it
  local file
  for file in "$1"/images/*.tar; do
    [ -e "$file" ] || continue
    if ctr --address /run/containerd/containerd.sock --namespace k8s.io images import "$file"; then mv "$file" "$file.done"; else mv "$file" "$file.failed"; fi
  done
}

# The group below which a kubelet makes those of its pods, in each hierarchy of version 1 or in the one of version 2.
make_control_group() { # NAME
  local top=/sys/fs/cgroup hierarchy file
  if [ -e "$top/cgroup.controllers" ]; then
    sed 's/\([^ ]*\)/+\1/g' "$top/cgroup.controllers" >"$top/cgroup.subtree_control"
    mkdir -p "$top/$1"
    return
  fi
  for hierarchy in "$top"/*/; do
    mkdir -p "$hierarchy$1"
    for file in cpuset.cpus cpuset.mems; do # empty in a new group
      [ ! -e "$hierarchy$file" ] || cat "$hierarchy$file" >"$hierarchy$1/$file"
    done
  done
}

write_node_files() { # N
  local own=$dir/node-$1
  cat >"$own/containerd.toml" <<TEXT
version = 2
root = "$own/containerd"
state = "/run/containerd"
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "c4i.invalid/pause:local"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$plugins"
    conf_dir = "$own/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
TEXT
  cat >"$own/cni/10-routed.conflist" <<TEXT
{"cniVersion": "0.4.0", "name": "routed", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isGateway": true, "hairpinMode": true,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "$PODS.$1.0/24"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
TEXT
  : >"$own/resolv.conf"
  cat >"$own/kubelet.yaml" <<TEXT
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /c4i-node-$1
clusterDNS: ["$CONTROL"]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
evictionHard: {nodefs.available: "0%", nodefs.inodesFree: "0%", imagefs.available: "0%"}
imageGCHighThresholdPercent: 100
failSwapOn: false
failCgroupV1: false
resolvConf: $own/resolv.conf
TEXT
}

load() { # FILE...
  local file n name i
  for file in "$@"; do
    for n in "${NODES[@]}"; do
      name=$dir/node-$n/images/$(basename "$file" .tar).tar
      cp "$file" "$name.new"
      mv "$name.new" "$name"
      for ((i = 0; i < 300; i++)); do
        [ ! -e "$name.failed" ] || fail "node-$n cannot take $file: $(tail -n 1 "$dir/node-$n.log")"
        [ ! -e "$name.done" ] || break
        sleep 1
      done
      rm "$name.done"
    done
  done
}

run() {
  local pid
  pid=$(pgrep -P "$(cat "$dir/pid")" | head -n 1)
  . "$dir/places"
  KUBECONFIG=$dir/kubeconfig PATH=$programs:$PATH exec nsenter --target "$pid" --mount --net --pid --ipc \
    bash -c 'cd "$0" && exec "$@"' "$PWD" "$@"
}

stop() {
  local pid name value i
  pid=$(cat "$dir/pid" 2>/dev/null || true)
  if [ -n "$pid" ]; then kill -KILL "$pid" 2>/dev/null || true; fi # the kernel then ends all others
  for ((i = 0; i < 60; i++)); do
    [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null || break
    sleep 0.5
  done
  while read -r name value; do printf '%s' "$value" >"/proc/sys/$name"; done <"$dir/sysctls"
  for i in "${NODES[@]}"; do
    find /sys/fs/cgroup -depth -path "*/c4i-node-$i*" -type d -exec rmdir {} + 2>/dev/null || true
  done
  rm -rf "$dir"
}

[ $# -ge 2 ] || usage
command=$1
dir=$(realpath -m "$2")
shift 2
case $command in
  start | supervise | node | load | run | stop) "$command" "$@" ;;
  *) usage ;;
esac
