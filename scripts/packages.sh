# Installs what is missing with the machine's package manager. Sourced by install.sh and test.sh.
#
# `need` collects, `install_missing` acts. A probe that succeeds costs nothing and changes nothing.

missing=''   # package names for this machine's manager
missing_what='' # what the probes looked for, for messages

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  shift
  for line; do printf '  %s\n' "$line" >&2; done
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# The package manager: apt, dnf, pacman or brew; none if there is none of them.
package_manager() {
  if has apt-get; then echo apt
  elif has dnf; then echo dnf
  elif has pacman; then echo pacman
  elif has brew; then echo brew
  else echo none
  fi
}

# need <what> <probe> <apt> <dnf> <pacman> <brew>: notes the package unless the probe succeeds. `-` is
# a package that a manager does not have or need.
need() {
  if sh -c "$2" >/dev/null 2>&1; then return; fi
  case $(package_manager) in
    apt) package=$3 ;;
    dnf) package=$4 ;;
    pacman) package=$5 ;;
    brew) package=$6 ;;
    *) package=- ;;
  esac
  missing_what="$missing_what $1"
  probes="${probes-}$2
"
  [ "$package" = - ] || missing="$missing $package"
}

# Installs what `need` noted, or says the command that would. Asks nothing without a terminal.
install_missing() {
  [ -n "$missing_what" ] || return 0
  manager=$(package_manager)
  case $manager in
    apt) command="apt-get install -y --no-install-recommends$missing" ;;
    dnf) command="dnf install -y$missing" ;;
    pacman) command="pacman -Sy --needed --noconfirm$missing" ;;
    brew) command="brew install$missing" ;;
  esac
  if [ "$manager" = none ] || [ -z "$missing" ]; then
    fail "missing:$missing_what" "install it with this machine's package manager and run this again"
  fi
  if [ "$manager" = brew ] || [ "$(id -u)" = 0 ]; then
    sudo=''
  elif has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    sudo='sudo '
  else
    fail "missing:$missing_what; installing needs root" "run this as root, then ${0##*/} again:" "  $command"
  fi
  [ "$manager" != apt ] || run_quietly "${sudo}apt-get update"
  run_quietly "${sudo}$command"
  printf '%s' "$probes" | while IFS= read -r probe; do
    sh -c "$probe" >/dev/null 2>&1 || fail "'$command' succeeded, yet this still fails: $probe"
  done
}

# Runs a package manager's command line; its output is shown only when it fails.
run_quietly() {
  say "+ $1"
  if ! output=$(DEBIAN_FRONTEND=noninteractive HOMEBREW_NO_AUTO_UPDATE=1 sh -c "$1" 2>&1 </dev/null); then
    printf '%s\n' "$output" >&2
    fail "this failed: $1"
  fi
}

# Notes what building needs, and ends with one message if there is no Swift toolchain.
need_to_build() {
  has swift || fail "no Swift toolchain on PATH; git-toolbox needs Swift 6.2 or later" \
    "get it from https://www.swift.org/install/ and run this again"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  is_at_least "${version:-0}" 6.2 || fail "Swift ${version:-of unknown version} is too old; git-toolbox needs 6.2 or later" \
    "get it from https://www.swift.org/install/ and run this again"
  need git 'command -v git' git git git git
  need pkg-config 'command -v pkg-config' pkg-config pkgconf-pkg-config pkgconf pkgconf
  need libgit2 'pkg-config --exists libgit2' libgit2-dev libgit2-devel libgit2 libgit2
}

# Whether the dotted version $1 is $2 (two numbers) or later.
is_at_least() {
  major=${1%%.*} rest=${1#"${1%%.*}"}
  rest=${rest#.}
  minor=${rest%%.*}
  [ "$major" -gt "${2%%.*}" ] || { [ "$major" -eq "${2%%.*}" ] && [ "${minor:-0}" -ge "${2#*.}" ]; }
} 2>/dev/null
