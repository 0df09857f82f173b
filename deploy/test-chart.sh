#!/usr/bin/env bash
# Lints the Helm chart, renders it for each file of its ci/, and checks every object against the schemas of Kubernetes.
#   deploy/test-chart.sh [--kubeconform | --server]
#     --kubeconform    also by kubeconform, against schemas made of the API description of Kubernetes SERVER
#     --server         also by installing it at a kube-apiserver of that release, which is built once (10 CPU minutes and more)
# Exit status 0 when all is well, 1 when not, 77 with the reason when a tool is not here and cannot be had.
set -euo pipefail
case "$*" in
  '' | --kubeconform | --server) with=$* ;;
  *) echo "usage: deploy/test-chart.sh [--kubeconform | --server]" >&2 && exit 2 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/helm/c4i-gateway"

HELM=v3.19.0
VALIDATE=1.37.0
KUBERNETES=(1.27 1.37)
KUBECONFORM=v0.8.0
SERVER=1.36.3
tools=${XDG_CACHE_HOME:-$HOME/.cache}/c4i-tools
work=$(mktemp -d)
processes=()
trap end EXIT

skip() { printf 'skipped: Helm chart: %s\n' "$*"; exit 77; }
fail() { printf 'FAILED: %s\n' "$*"; exit 1; }

end() {
  local i
  for ((i = ${#processes[@]} - 1; i >= 0; i--)); do # a server that lost its etcd takes minutes to end
    kill "${processes[i]}" 2>/dev/null || true
    wait "${processes[i]}" || true
  done
  rm -rf "$work"
}

find_helm() {
  helm=$(command -v helm || true)
  [ -z "$helm" ] || return 0
  helm=$tools/helm-$HELM/helm
  [ ! -x "$helm" ] || return 0
  build "$helm" "helm.sh/helm/v3/cmd/helm@$HELM"
}

build() { # PROGRAM PACKAGE@VERSION
  command -v go >/dev/null || skip "neither $(basename "$1") nor go, which could build it, is installed"
  GOBIN=$(dirname "$1") timeout 900 go install "$2" >"$work/go.log" 2>&1 || skip "$2 could not be built: $(tail -n 1 "$work/go.log")"
}

find_validator() {
  validate=$tools/kubernetes-validate-$VALIDATE/bin/kubernetes-validate
  [ ! -x "$validate" ] || return 0
  python3 -m venv "$tools/kubernetes-validate-$VALIDATE" >"$work/pip.log" 2>&1 || skip "python3 cannot make an environment"
  timeout 300 "$tools/kubernetes-validate-$VALIDATE/bin/pip" install -q "kubernetes-validate==$VALIDATE" >"$work/pip.log" 2>&1 ||
    skip "kubernetes-validate $VALIDATE could not be installed: $(tail -n 1 "$work/pip.log")"
}

check() { # name of a file of ci/
  local version
  for version in "${KUBERNETES[@]}"; do
    "$helm" lint --strict --quiet --kube-version "$version" -f "ci/$1" . || fail "helm lint with ci/$1"
    "$helm" template alpha . --namespace c4i --kube-version "$version" -f "ci/$1" >"$work/$1" || fail "helm template with ci/$1"
    "$validate" --quiet --strict -k "$version" "$work/$1" || fail "ci/$1 for Kubernetes $version"
  done
  printf '%s: %s objects\n' "$1" "$(grep -c '^kind:' "$work/$1")"
}

conform() { # every file of ci/, as check() has rendered it last
  local module program=$tools/kubeconform-$KUBECONFORM/kubeconform
  command -v go >/dev/null || skip "go, which fetches the API description of Kubernetes, is not installed"
  [ -x "$program" ] || build "$program" "github.com/yannh/kubeconform/cmd/kubeconform@$KUBECONFORM"
  module=$(go mod download -json "k8s.io/kubernetes@v$SERVER" | sed -n 's/.*"Dir": "\(.*\)",*$/\1/p')
  [ -n "$module" ] || skip "k8s.io/kubernetes $SERVER cannot be fetched"
  python3 ../../chart-schemas.py "$work/schemas" <"$module/api/openapi-spec/swagger.json"
  kubeconform=("$program" -strict -summary -schema-location "$work/schemas/{{.ResourceKind}}{{.KindSuffix}}.json")
  "${kubeconform[@]}" "$work"/*-values.yaml || fail "kubeconform for Kubernetes $SERVER"
  if sed 's/serviceName:/serviceNam:/' "$work/jms-pair-values.yaml" | "${kubeconform[@]}" - >"$work/out"; then
    fail "kubeconform accepts a field that does not exist"
  fi
}

# What the operator of Prometheus gets; its kinds are no kinds of Kubernetes, so they are compared with what they are about.
monitored() {
  "$helm" template alpha . --namespace c4i --kube-version "${KUBERNETES[0]}" -f ci/jms-pair-values.yaml --set monitoring.enabled=true,monitoring.labels.release=prometheus \
    --set wan.enabled=true,wan.config.c4i.wan.site=NORTH --set 'history.enabled=true,history.config.c4i.history.topics={A033},history.config.c4i.transports.dds.partition=EX-1' >"$work/monitored" || fail "helm template with monitoring"
  "$(dirname "$validate")/python" - "$work/monitored" ../../prometheus/alerts.yml ../../grafana/dashboards <<'PYTHON' || fail "objects of the Prometheus operator"
import json, os, sys, yaml
objects = [each for each in yaml.safe_load_all(open(sys.argv[1])) if each]
of = lambda kind: [each for each in objects if each["kind"] == kind]
rule, = of("PrometheusRule")
assert rule["spec"] == yaml.safe_load(open(sys.argv[2])), "other alerts than those of deploy/prometheus"
labels = {}
for monitor in of("ServiceMonitor"):
    assert monitor["metadata"]["labels"]["release"] == "prometheus"
    wanted = monitor["spec"]["selector"]["matchLabels"].items()
    chosen = [each for each in of("Service") if wanted <= each["metadata"]["labels"].items()]
    assert len(chosen) == 1, [each["metadata"]["name"] for each in chosen]
    endpoint, = monitor["spec"]["endpoints"]
    assert endpoint["port"] in [port["name"] for port in chosen[0]["spec"]["ports"]]
    labels.update({each["replacement"]: each["targetLabel"] for each in endpoint["relabelings"]})
assert labels == {"c4i": "job", "ALPHA": "system", "c4i-wan": "job", "NORTH": "site", "c4i-history": "job", "EX-1": "partition"}, labels
boards, = [each for each in of("ConfigMap") if "grafana_dashboard" in each["metadata"]["labels"]]
shipped = {name: json.load(open(os.path.join(sys.argv[3], name))) for name in os.listdir(sys.argv[3]) if name != "lab.json"}
assert {name: json.loads(text) for name, text in boards["data"].items()} == shipped, "other dashboards than those of deploy/grafana"
services = {each["metadata"]["name"]: each["spec"] for each in of("Service")}
assert services["alpha-node"]["sessionAffinity"] == "ClientIP", "two nodes share the logins to the console"
PYTHON
}

refuses() { # what the message says, options of helm template
  local wanted=$1
  shift
  if "$helm" template alpha . --kube-version "${KUBERNETES[0]}" "$@" >"$work/out" 2>"$work/err"; then fail "accepted: $*"; fi
  grep -q "$wanted" "$work/err" || fail "'$*' is refused without '$wanted': $(cat "$work/err")"
}

rendered() { # options of helm template; then a condition in Python on the objects by kind and name
  local condition=${!#}
  "$helm" template alpha . --kube-version "${KUBERNETES[0]}" "${@:1:$#-1}" >"$work/rendered" || fail "helm template $*"
  "$(dirname "$validate")/python" - "$work/rendered" "$condition" <<'PYTHON' || fail "helm template $*"
import sys, yaml
objects = {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(open(sys.argv[1])) if each}
sets = [each for (kind, _), each in objects.items() if kind == "StatefulSet"]
start = lambda name: objects["StatefulSet", name]["spec"]["template"]["spec"]["containers"][0]["startupProbe"]
pod = lambda name: objects["StatefulSet", name]["spec"]["template"]
assert eval(sys.argv[2]), sys.argv[2]
PYTHON
}

peers_and_starts() {
  local all=(-f ci/dds-unicast-values.yaml) before
  rendered "${all[@]}" 'len(sets) == 3 and all(objects["Service", each["spec"]["serviceName"]]["spec"]["clusterIP"] == "None" for each in sets)'
  # With the other policy a set waits for a pod that never becomes ready, also when a rollback would replace it.
  rendered "${all[@]}" 'all(each["spec"]["podManagementPolicy"] == "Parallel" for each in sets)'
  rendered "${all[@]}" '[port for rule in objects["NetworkPolicy", "alpha-wan"]["spec"]["ingress"] if any("namespaceSelector" in peer for peer in rule["from"])
    for port in rule["ports"] if port.get("endPort") == 9399]'
  rendered "${all[@]}" --set node.config.c4i.database.migrate=true 'start("alpha-node")["failureThreshold"] * start("alpha-node")["periodSeconds"] >= 3600 and start("alpha-wan")["failureThreshold"] == 60'
  rendered "${all[@]}" 'open(sys.argv[1] + ".pod", "w").write(str(pod("alpha-wan")))'
  before=$work/rendered.pod
  rendered "${all[@]}" --set wan.config.c4i.wan.lan.domain-id=8 "str(pod('alpha-wan')) != open('$before').read()"
  rendered "${all[@]}" --set wan.config.c4i.wan.links.SOUTH.rate=64kbit "str(pod('alpha-wan')) == open('$before').read()"
}

find_helm
find_validator
for file in ci/*.yaml; do check "$(basename "$file")"; done
[ "$with" != --kubeconform ] || conform
monitored
peers_and_starts
refuses 'c4i.system is missing'
refuses 'ingress.tlsSecret' -f ci/jms-pair-values.yaml --set ingress.tlsSecret=
refuses 'monitoring/interval' -f ci/jms-pair-values.yaml --set monitoring.interval=often
refuses 'external-url' -f ci/jms-engine-values.yaml --set node.replicas=2
refuses 'it to 0' -f ci/jms-pair-values.yaml --set node.jmsPort=61616
refuses 'first and last port' -f ci/dds-unicast-values.yaml --set 'node.ddsPorts={9150}'
refuses 'c4i.history.topics is missing' -f ci/jms-pair-values.yaml --set history.enabled=true
refuses 'c4i.wan.site is missing' -f ci/jms-pair-values.yaml --set wan.enabled=true
refuses 'replica' -f ci/jms-pair-values.yaml --set node.replica=2
refuses 'moves health away' -f ci/jms-pair-values.yaml --set node.config.management.server.port=8081
refuses 'node.scheme to HTTPS' -f ci/jms-pair-values.yaml --set node.config.server.ssl.certificate=x
refuses 'server.ssl is not supported' -f ci/dds-unicast-values.yaml --set wan.config.server.ssl.certificate=x
refuses 'first and last port' -f ci/dds-unicast-values.yaml --set 'wan.ddsPorts={9150}'
refuses 'node/replicas' -f ci/jms-pair-values.yaml --set node.replicas=17
if [ "$with" = --server ]; then
  . ../../kubernetes-programs.sh
  . ../../chart-server.sh
  check_server
fi
echo "Helm chart: passed"
