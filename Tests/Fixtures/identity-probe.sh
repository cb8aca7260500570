#!/bin/bash
# Enters one case of identity-cases.sh, or sources a set-up script of one's own, asks git, and
# prints everything that is needed to ask again without git. All fields end with NUL. The case's
# files stay, in TMPDIR.
#
#   identity-probe.sh NAME            a case
#   identity-probe.sh -f SCRIPT DIR   a script in the same language, whose $T is DIR
#
# Fields: three for each of four questions (status, output, errors): author, committer, origin of
# user.email, `rev-parse --git-dir`; then two for the list of all values (status, output in base64,
# since it holds NULs); then the working directory, and the environment as `env -0` prints it.
source "$(dirname "${BASH_SOURCE[0]}")/identity-cases.sh"
GIT=git

ask() { # what git answers
  local output status
  output=$("$@" 2>"$T/errors"); status=$?
  printf '%s\0%s\0%s\0' "$status" "$output" "$(cat "$T/errors")"
}

quoted() { local q="'\\''"; printf "'%s'" "${1//\'/$q}"; }

parameter() { export GIT_CONFIG_PARAMETERS="${GIT_CONFIG_PARAMETERS:+$GIT_CONFIG_PARAMETERS }$1"; }

own() { # UID PATH...: real ownership, where it can be given
  local uid=$1; shift; chown -hR "$uid:$uid" "$@" || exit 77
}

hand_on() { # what git makes of its own options before it starts another program
  local value
  while [ $# -gt 0 ]; do
    case $1 in
      -c) case $2 in
          *=*) parameter "$(quoted "${2%%=*}")=$(quoted "${2#*=}")" ;;
          *) parameter "$(quoted "$2")=" ;;
        esac
        shift ;;
      -C) value=$PWD; cd "$2" || exit; [ -z "${PWD_WAS_SET}" ] || export PWD=$value; shift ;;
      --git-dir=*) export GIT_DIR=${1#*=} ;;
      --config-env=*) value=${1#*=}; local name=${value##*=}
        parameter "$(quoted "${value%=*}")=$(quoted "${!name}")" ;;
    esac
    shift
  done
}

if [ "$1" = -f ]; then T=$3; else T=$(ident_tmp); fi
if [ "$1" = -f ]; then ident_env; source "$2" >/dev/null 2>&1; else ident_enter "$1"; fi
if [ -n "$GIT_TEST_ASSUME_DIFFERENT_OWNER" ]; then
  # Git's own switch is no ownership: let the files really belong to someone else.
  unset GIT_TEST_ASSUME_DIFFERENT_OWNER
  own 12345 .
fi
set +m
ask command git "${OPTS[@]}" var GIT_AUTHOR_IDENT 2>/dev/null
ask command git "${OPTS[@]}" var GIT_COMMITTER_IDENT 2>/dev/null
ask env -u GIT_CONFIG git "${OPTS[@]}" config --show-origin --get user.email 2>/dev/null
ask command git "${OPTS[@]}" rev-parse --git-dir 2>/dev/null
list=$(env -u GIT_CONFIG git "${OPTS[@]}" config --list --show-scope --show-origin -z 2>/dev/null | base64 -w0; exit "${PIPESTATUS[0]}")
printf '%s\0%s\0' "$?" "$list"
PWD_WAS_SET=${PWD+yes}
hand_on "${OPTS[@]}"
printf '%s\0' "$(pwd -P)"
env -0
