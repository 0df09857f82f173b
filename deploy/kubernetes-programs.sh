# Sourced: what the scripts that start Kubernetes share. Needs go, the variables tools and work, and the function skip.

# Builds programs of Kubernetes from its Go module, once for each release, and keeps them below $tools.
kubernetes_programs() { # RELEASE PROGRAM...: sets programs to the directory that has them
  local release=$1 name missing=()
  shift
  programs=$tools/kubernetes-$release
  for name in "$@"; do [ -x "$programs/$name" ] || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v go >/dev/null || skip "go, which could build ${missing[*]} of Kubernetes, is not installed"
  mkdir -p "$work/module/bin" "$programs"
  (cd "$work/module" && kubernetes_module "$release" && build_kubernetes "$release" "${missing[@]}") 2>"$work/go.log" ||
    skip "${missing[*]} of Kubernetes $release could not be built: $(tail -n 1 "$work/go.log")"
  mv "$work/module/bin"/* "$programs"
  rm -rf "$work/module"
}

# The module of Kubernetes takes its libraries from a tree beside it; for other modules they are modules of the same release.
kubernetes_module() { # RELEASE
  local file
  export CGO_ENABLED=0 GOFLAGS=-mod=mod GOWORK=off
  file=$(go mod download -json "k8s.io/kubernetes@v$1" | sed -n 's/.*"GoMod": "\(.*\)".*/\1/p')
  {
    printf 'module c4i.invalid/kubernetes\n\n'
    grep -E '^(go|godebug) ' "$file"
    printf 'require k8s.io/kubernetes v%s\n' "$1" # and by it the etcd that it is tested with
    sed -n "s#^[[:space:]]*\([^ ]*\) => ./staging/.*#replace \1 => \1 v0.${1#*.}#p" "$file"
  } >go.mod
}

build_kubernetes() { # RELEASE PROGRAM...
  local of=k8s.io/component-base/version minor=${1#*.} release=$1 name package
  shift
  for name in "$@"; do
    package=k8s.io/kubernetes/cmd/$name
    [ "$name" != etcd ] || package=go.etcd.io/etcd/server/v3
    go build -trimpath -ldflags "-s -w -X $of.gitVersion=v$release -X $of.gitMajor=1 -X $of.gitMinor=${minor%.*}" \
      -o "bin/$name" "$package" || return
  done
}

write_kubeconfig() { # FILE ADDRESS AUTHORITY TOKEN: readable by its owner alone, because of the token
  (umask 077 && cat >"$1") <<TEXT
apiVersion: v1
kind: Config
current-context: c4i
contexts: [{name: c4i, context: {cluster: c4i, user: admin}}]
users: [{name: admin, user: {token: $4}}]
clusters:
  - name: c4i
    cluster: {server: "https://$2", certificate-authority: $3}
TEXT
}
