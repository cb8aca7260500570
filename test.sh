#!/bin/sh
# Installs what the tests need, checks the format, builds, and runs all tests: what CI runs.
set -eu
cd "$(dirname "$0")"
. scripts/packages.sh

need_to_build
# The shells, readers and servers that the tests try the commands with.
need zsh 'command -v zsh' zsh zsh zsh zsh
need fish 'command -v fish' fish fish fish fish
need bash-completion 'test -f /usr/share/bash-completion/bash_completion || test -f "$(brew --prefix)/etc/profile.d/bash_completion.sh"' \
  bash-completion bash-completion bash-completion bash-completion@2
need man 'command -v man' man-db man-db man-db man-db
need ssh 'command -v ssh && command -v ssh-keygen' openssh-client openssh-clients openssh openssh
need sshd 'command -v sshd || test -x /usr/sbin/sshd' openssh-server openssh-server openssh openssh
need tmux 'command -v tmux' tmux tmux tmux tmux
need python3 'command -v python3' python3 python3 python python
need script 'command -v script' bsdutils util-linux-script util-linux -
[ "$(uname -s)" != Linux ] || need strace 'command -v strace' strace strace strace -
install_missing

echo '== lint'
swift format lint --strict --parallel --recursive Package.swift Sources Tests
echo '== build'
swift build --build-tests
echo '== test'
exec swift test --disable-xctest --parallel
