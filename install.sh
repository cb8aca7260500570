#!/bin/sh
# Builds the Git Toolbox and installs it: executables, man pages, completions.
set -eu

usage() {
  cat <<'END'
usage: ./install.sh [--prefix <dir>]
   or: ./install.sh --uninstall [--prefix <dir>]

    --prefix <dir>        install below <dir> (default: ~/.local)
    --uninstall           remove exactly what was installed there
END
}

prefix=''
uninstall=no
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || { usage >&2; exit 129; }; prefix=$2; shift ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) uninstall=yes ;;
    -h | --help) usage; exit 0 ;;
    *) printf "install.sh: unknown argument '%s'\n" "$1" >&2; usage >&2; exit 129 ;;
  esac
  shift
done

here=$(cd "$(dirname "$0")" && pwd)
. "$here/scripts/packages.sh"

if [ -z "$prefix" ]; then
  [ -n "${HOME-}" ] || fail "HOME is not set" "say where to install: ./install.sh --prefix <dir>"
  prefix=$HOME/.local
fi
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
prefix=${prefix%/}
# One line each, from the prefix: a file, or a folder that was made here (with a slash at its end).
manifest=$prefix/share/git-toolbox/manifest

# --- Removing -------------------------------------------------------------------------------------

if [ "$uninstall" = yes ]; then
  [ -f "$manifest" ] || { say "nothing is installed below $prefix"; exit 0; }
  lines=$(cat "$manifest")
  printf '%s\n' "$lines" | while IFS= read -r line; do
    case $line in
      '' | */) ;;
      *) rm -f "$prefix/$line" ;;
    esac
  done
  rm -f "$manifest"
  # Deepest first; a folder that somebody else uses by now stays.
  printf '%s\n' "$lines" | sed -n 's,/$,,p' | sort -r | while IFS= read -r folder; do
    rmdir "$prefix/$folder" 2>/dev/null || :
  done
  say "removed the Git Toolbox from $prefix"
  exit 0
fi

# --- Building -------------------------------------------------------------------------------------

need_to_build
install_missing
version=$(git version | sed 's/^git version //')
is_at_least "$version" 2.30 || fail "git $version is too old; git-toolbox needs 2.30 or later"

cd "$here"
# Static, so that an update of the toolchain does not break the installed commands.
case $(uname -s) in
  Linux) flags='--static-swift-stdlib -Xswiftc -use-ld=lld' ;;
  *) flags='' ;;
esac
say "building (some minutes the first time)"
# shellcheck disable=SC2086 # the flags are words
if ! output=$(swift build -c release $flags 2>&1); then
  printf '%s\n' "$output" >&2
  fail "the build failed"
fi
# shellcheck disable=SC2086
products=$(swift build -c release $flags --show-bin-path)

# --- Installing -----------------------------------------------------------------------------------

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# What goes where: mode, source, place below the prefix. Every command has a man page.
commands=$(for page in man/man1/git-*.1; do basename "$page" .1; done)
for command in $commands; do
  cat <<END
755 $products/$command bin/$command
644 man/man1/$command.1 share/man/man1/$command.1
644 completions/bash/$command share/bash-completion/completions/$command
644 completions/zsh/_$command share/zsh/site-functions/_$command
644 completions/fish/$command.fish share/fish/vendor_completions.d/$command.fish
644 completions/fish/conf.d/$command.fish share/fish/vendor_conf.d/$command.fish
END
done >"$work/plan"

touch "$work/old"
[ ! -f "$manifest" ] || cp "$manifest" "$work/old"

# Before the first write: nothing that somebody else put there is overwritten.
while IFS= read -r line; do
  mode=${line%% *} line=${line#* }
  place=${line##* } source=${line% *}
  [ -f "$source" ] || fail "'$source' is missing"
  target=$prefix/$place
  if [ -e "$target" ] || [ -L "$target" ]; then
    grep -Fqx "$place" "$work/old" || cmp -s "$source" "$target" ||
      fail "$target is in the way, and this script did not put it there" \
        "move it away, or install elsewhere with --prefix"
  fi
done <"$work/plan"

# Makes the folder $1 (from the prefix) and notes each that was not there.
make_folder() {
  [ ! -d "$prefix/$1" ] || return 0
  case $1 in
    */*) make_folder "${1%/*}" ;;
  esac
  mkdir -p "$prefix/$1"
  printf '%s/\n' "$1" >>"$work/new"
}

grep '/$' "$work/old" >"$work/new" || :
changed=0
while IFS= read -r line; do
  mode=${line%% *} line=${line#* }
  place=${line##* } source=${line% *}
  target=$prefix/$place
  make_folder "${place%/*}"
  printf '%s\n' "$place" >>"$work/new"
  if ! cmp -s "$source" "$target"; then
    # Renamed into place: a command that is running keeps its file.
    cp "$source" "$target.new.$$"
    chmod "$mode" "$target.new.$$"
    mv -f "$target.new.$$" "$target"
    changed=$((changed + 1))
  fi
done <"$work/plan"
# What an earlier version had installed and this one has not.
while IFS= read -r place; do
  case $place in
    '' | */) continue ;;
  esac
  grep -Fqx "$place" "$work/new" || { rm -f "$prefix/$place"; changed=$((changed + 1)); }
done <"$work/old"
make_folder share/git-toolbox
sort "$work/new" >"$work/sorted"
cmp -s "$work/sorted" "$manifest" || cp "$work/sorted" "$manifest"
if [ "$changed" = 0 ]; then say "$prefix is up to date"; else say "installed below $prefix"; fi

# --- Advice ---------------------------------------------------------------------------------------

# The folder as people write it in their files.
home_form() {
  case ${HOME:+$1} in
    "${HOME-}"/*) printf '$HOME/%s' "${1#"$HOME"/}" ;;
    *) printf '%s' "$1" ;;
  esac
}
bin=$(home_form "$prefix/bin")
shell=$(basename "${SHELL:-sh}")
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *)
    case $shell in
      fish) file='~/.config/fish/config.fish' line="fish_add_path \"$bin\"" ;;
      zsh) file='~/.zshrc' line="export PATH=\"$bin:\$PATH\"" ;;
      bash) file='~/.bashrc' line="export PATH=\"$bin:\$PATH\"" ;;
      *) file='~/.profile' line="export PATH=\"$bin:\$PATH\"" ;;
    esac
    say "git finds the commands once this line is in $file:"
    say "    $line"
    ;;
esac
if [ "$shell" = zsh ] || has zsh; then
  functions=$prefix/share/zsh/site-functions
  # shellcheck disable=SC2016 # zsh expands it
  if ! { has zsh && zsh -fc 'print -l $fpath' 2>/dev/null | grep -Fqx "$functions"; }; then
    say "for completion in zsh, this line in ~/.zshrc, before compinit:"
    say "    fpath=(\"$(home_form "$functions")\" \$fpath)"
  fi
fi

# git runs its own folder's commands first, then those along PATH.
search="$(git --exec-path):$prefix/bin:$PATH"
case :$PATH: in
  *:"$prefix/bin":*) search="$(git --exec-path):$PATH" ;;
esac
for command in $commands; do
  first='' others=''
  IFS_before=$IFS
  IFS=:
  for folder in $search; do
    IFS=$IFS_before
    [ -x "$folder/$command" ] && [ ! -d "$folder/$command" ] || continue
    [ -n "$first" ] || first=$folder/$command
    [ "$folder" = "$prefix/bin" ] || case " $others " in
      *" $folder/$command "*) ;;
      *) others="$others $folder/$command" ;;
    esac
  done
  IFS=$IFS_before
  if [ -n "$others" ]; then
    say "note: there is another $command:$others"
    say "    git runs the first one along PATH (after $(git --exec-path)), here $first"
    [ "$first" = "$prefix/bin/$command" ] ||
      say "    to get this one, put $bin before the other's folder in PATH"
  fi
done

# --- Proof ----------------------------------------------------------------------------------------

# Shows what it does; each step's failure fails it.
prove() {
  cd "$work" &&
    git init -q --bare remote.git &&
    git init -q repository &&
    cd repository &&
    git symbolic-ref HEAD refs/heads/main &&
    git config user.name 'Git Toolbox' &&
    git config user.email toolbox@example.invalid &&
    git commit -q --allow-empty -m 'first commit' &&
    git remote add origin ../remote.git &&
    git push -q -u origin main &&
    say "    \$ git rbranch feature/it-works" &&
    { git rbranch feature/it-works >output 2>&1 || { cat output >&2; return 1; }; } &&
    sed 's/^/    /' output &&
    [ "$(git symbolic-ref --short HEAD)" = feature/it-works ] &&
    [ "$(git rev-parse --abbrev-ref '@{upstream}')" = origin/feature/it-works ] &&
    [ "$(git --git-dir=../remote.git rev-parse feature/it-works)" = "$(git rev-parse HEAD)" ] &&
    say "    \$ git branch -vv" &&
    git --no-pager branch -vv | sed 's/^/    /'
}

say ""
say "trying it: git rbranch in a throw-away repository with a remote of its own"
(
  # Neither the user's repository nor the user's configuration takes part.
  # shellcheck disable=SC2046 # words
  unset $(git rev-parse --local-env-vars)
  unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_CONFIG_GLOBAL
  HOME=$work XDG_CONFIG_HOME=$work/config PATH=$prefix/bin:$PATH
  GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0
  export HOME XDG_CONFIG_HOME PATH GIT_CONFIG_NOSYSTEM GIT_TERMINAL_PROMPT
  prove
) || fail "git rbranch did not do what it should; please report the output above"
say ""
say "it works: the branch is new, checked out, published, and tracks its remote"
