# Sourced by the launchers: finds a Java of the wanted feature release.
JAVA_FEATURE=25

is_java() { # is_java DIRECTORY PROGRAM: whether it holds a Java of the wanted release with that program (java, javac)
  [ -x "$1/bin/$2" ] && [ -r "$1/release" ] && grep -Eq "^JAVA_VERSION=\"$JAVA_FEATURE([.\"-])" "$1/release"
}

java_on_path_home() {
  local java
  java=$(command -v java 2>/dev/null) || return 1
  java=$(readlink -f "$java") && dirname "$(dirname "$java")"
}

find_java() { # find_java PROGRAM: sets JAVA_HOME, or says what to install and exits with 2
  local program=$1 kind='Java runtime' candidate
  [ "$program" = java ] || kind=JDK
  if [ -n "${C4I_JAVA_HOME:-}" ]; then
    if ! is_java "$C4I_JAVA_HOME" "$program"; then
      printf 'c4i: C4I_JAVA_HOME=%s is not a %s %s; correct it or unset it.\n' "$C4I_JAVA_HOME" "$kind" "$JAVA_FEATURE" >&2
      exit 2
    fi
    JAVA_HOME=$C4I_JAVA_HOME
    return
  fi
  for candidate in "${JAVA_HOME:-/nowhere}" "$(java_on_path_home || echo /nowhere)" \
    /usr/lib/jvm/* "${HOME:-/nowhere}"/.sdkman/candidates/java/* "${HOME:-/nowhere}"/.jdks/* \
    "${HOME:-/nowhere}"/.local/share/mise/installs/java/* /opt/java/* /opt/jdk* /usr/java/* /usr/local/openjdk*; do
    if is_java "$candidate" "$program"; then
      JAVA_HOME=$candidate
      return
    fi
  done
  printf 'c4i: needs a %s %s and found none (searched JAVA_HOME, java on the path and the usual directories).\n' \
    "$kind" "$JAVA_FEATURE" >&2
  cat >&2 <<TEXT
     Install one, then run this again:
       Debian, Ubuntu   apt install openjdk-$JAVA_FEATURE-jdk-headless   (or temurin-$JAVA_FEATURE-jdk)
       other Linux      the distribution's package of OpenJDK $JAVA_FEATURE, or Eclipse Temurin $JAVA_FEATURE
     or point to an installed one: C4I_JAVA_HOME=/path/to/jdk-$JAVA_FEATURE
TEXT
  exit 2
}
