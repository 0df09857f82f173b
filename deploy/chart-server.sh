# Sourced by test-chart.sh: a kube-apiserver and its etcd on the loopback, both built from their Go modules. There is no other part
# of a cluster: objects are checked, given their defaults, admitted and stored; no pod starts.

find_server() {
  local wanted=(etcd kube-apiserver)
  kubectl=$(command -v kubectl || true)
  [ -n "$kubectl" ] || wanted+=(kubectl)
  kubernetes_programs "$SERVER" "${wanted[@]}"
  [ -n "$kubectl" ] || kubectl=$programs/kubectl
}

free_ports() { # HOW MANY
  python3 -c 'import socket, sys
taken = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(s.getsockname()[1] for s in taken))' "$1"
}

start_server() {
  local client peer secure token
  read -r client peer secure < <(free_ports 3)
  token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s,admin,admin,system:masters\n' "$token" >"$work/tokens"
  openssl genrsa -out "$work/accounts.key" 2048 2>"$work/openssl.log"
  "$programs/etcd" --data-dir "$work/etcd" --log-level error --listen-client-urls "http://127.0.0.1:$client" \
    --advertise-client-urls "http://127.0.0.1:$client" --listen-peer-urls "http://127.0.0.1:$peer" \
    --initial-advertise-peer-urls "http://127.0.0.1:$peer" --initial-cluster "default=http://127.0.0.1:$peer" >"$work/etcd.log" 2>&1 &
  processes+=($!)
  "$programs/kube-apiserver" --etcd-servers "http://127.0.0.1:$client" --bind-address 127.0.0.1 --secure-port "$secure" \
    --cert-dir "$work/certificates" --token-auth-file "$work/tokens" --authorization-mode RBAC --service-cluster-ip-range 10.0.0.0/24 \
    --service-account-issuer https://c4i.invalid --service-account-key-file "$work/accounts.key" \
    --service-account-signing-key-file "$work/accounts.key" >"$work/kube-apiserver.log" 2>&1 &
  processes+=($!)
  export KUBECONFIG=$work/kubeconfig
  write_kubeconfig "$KUBECONFIG" "127.0.0.1:$secure" "$work/certificates/apiserver.crt" "$token"
  for _ in $(seq 300); do
    if "$kubectl" get --raw /readyz >/dev/null 2>&1; then return; fi
    kill -0 "${processes[-1]}" 2>/dev/null || break
    sleep 1
  done
  fail "kube-apiserver is not ready: $(tail -n 3 "$work/kube-apiserver.log")"
}

make_namespace() { # NAME, LEVEL of the Pod Security Standards
  "$kubectl" create namespace "$1" >/dev/null
  "$kubectl" label namespace "$1" "pod-security.kubernetes.io/enforce=$2" >/dev/null
  "$kubectl" -n "$1" create serviceaccount default >/dev/null # a controller would
}

pods_of() { # NAMESPACE: the first pod of each StatefulSet, as the controller would make it
  "$kubectl" -n "$1" get statefulsets -o json | python3 -c 'import json, sys
pods = []
for item in json.load(sys.stdin)["items"]:
    pod, name = item["spec"]["template"], item["metadata"]["name"] + "-0"
    pod["metadata"]["name"] = name
    for claim in item["spec"].get("volumeClaimTemplates", []):
        volume = claim["metadata"]["name"]
        pod["spec"]["volumes"].append({"name": volume, "persistentVolumeClaim": {"claimName": volume + "-" + name}})
    pods.append({"apiVersion": "v1", "kind": "Pod", **pod})
print(json.dumps({"apiVersion": "v1", "kind": "List", "items": pods}))'
}

store() { # name of a file of ci/
  local values=ci/$1 space=${1%-values.yaml} level=restricted
  if grep -q 'hostNetwork: true' "$values"; then level=privileged; fi
  make_namespace "$space" "$level"
  "$helm" template alpha . --namespace "$space" --kube-version "$SERVER" -f "$values" >"$work/$1"
  "$kubectl" -n "$space" create --dry-run=server --validate=strict -f "$work/$1" >"$work/out" || fail "ci/$1 is refused"
  "$helm" install alpha . --namespace "$space" -f "$values" >"$work/out" || fail "helm install with ci/$1"
  "$kubectl" -n "$space" diff -f "$work/$1" || fail "what is stored of ci/$1 differs from what was sent"
  pods_of "$space" | "$kubectl" -n "$space" create --dry-run=server --validate=strict -f - >"$work/out" ||
    fail "a pod of ci/$1 is not admitted"
  "$helm" upgrade alpha . --namespace "$space" -f "$values" --set image.tag=next --set podAnnotations.changed=yes >"$work/out" ||
    fail "helm upgrade with ci/$1"
  if [ "$level" = privileged ]; then refuse_on_restricted "$space"; fi
  printf '%s: %s objects stored\n' "$1" "$("$kubectl" -n "$space" get -f "$work/$1" -o name | wc -l)"
}

refuse_on_restricted() { # NAMESPACE: its pods use the host's network
  "$kubectl" label --overwrite namespace "$1" pod-security.kubernetes.io/enforce=restricted >/dev/null
  if pods_of "$1" | "$kubectl" -n "$1" create --dry-run=server -f - >"$work/out" 2>"$work/err"; then
    fail "pods on the host's network are admitted where restricted ones are wanted"
  fi
  grep -q 'violates PodSecurity.*host namespaces' "$work/err" || fail "refused for another reason: $(cat "$work/err")"
}

check_server() {
  local file
  find_server
  start_server
  for file in ci/*.yaml; do store "$(basename "$file")"; done
  if sed 's/serviceName:/serviceNam:/' "$work/jms-pair-values.yaml" |
    "$kubectl" -n jms-pair create --dry-run=server --validate=strict -f - >/dev/null 2>"$work/err"; then
    fail "a field that does not exist is accepted"
  fi
  grep -q 'unknown field "spec.serviceNam"' "$work/err" || fail "refused for another reason: $(cat "$work/err")"
  printf 'kube-apiserver %s: passed\n' "$SERVER"
}
