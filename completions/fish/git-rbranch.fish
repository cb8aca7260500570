# fish completion for git-rbranch
# Generated from the command's declaration: do not edit.

# The words before the cursor that are neither options nor options' values.
function __git_rbranch_words
    set -l tokens (commandline -opc)
    set -l skip no
    set -l ended no
    for token in $tokens[2..]
        if test $skip = yes
            set skip no
        else if test $ended = yes
            printf '%s\n' $token
        else
            switch $token
                case --
                    set ended yes
                case -r --remote -o --push-option
                    set skip yes
                case '-?*'
                case '*'
                    printf '%s\n' $token
            end
        end
    end
end

# Whether the subcommand $argv[1] was given and the cursor is at its operand $argv[2], if there is
# a second argument; the name '' stands for none.
function __git_rbranch_at
    set -l words (__git_rbranch_words)
    if test -n "$argv[1]"
        test "$words[1]" = "$argv[1]"; or return
        set -e words[1]
    end
    test (count $argv) -lt 2; or test (count $words) -eq $argv[2]
end

complete -c git-rbranch -f
complete -c git-rbranch -l publish -d 'publish a branch that exists, set its upstream'
complete -c git-rbranch -s r -l remote -d 'where to push' -r -f -a '(git remote 2>/dev/null)'
complete -c git-rbranch -l from-default -d 'start from the remote\'s default branch, fetched now'
complete -c git-rbranch -l switch -d 'switch to the new branch (default: yes)'
complete -c git-rbranch -l no-switch -d 'do not switch to the new branch (default: yes)'
complete -c git-rbranch -l keep -d 'if publishing fails, keep the local branch'
complete -c git-rbranch -s o -l push-option -d 'hand <option> to the server, as git push does' -x
complete -c git-rbranch -l verify -d 'run the pre-push hook (default: yes)'
complete -c git-rbranch -l no-verify -d 'do not run the pre-push hook (default: yes)'
complete -c git-rbranch -s n -l dry-run -d 'check everything, print the plan, change nothing'
complete -c git-rbranch -l json -d 'print the result as JSON'
complete -c git-rbranch -l porcelain -d 'print the result for scripts'
complete -c git-rbranch -s z -d 'end --porcelain records with NUL'
complete -c git-rbranch -s q -l quiet -d 'print nothing but errors'
complete -c git-rbranch -s v -l verbose -d 'say each step'
complete -c git-rbranch -n '__git_rbranch_at \'\' 0' -f -a '(git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads 2>/dev/null)'
complete -c git-rbranch -n '__git_rbranch_at \'\' 1' -f -a 'HEAD (git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads refs/remotes refs/tags 2>/dev/null)'
complete -c git-rbranch -l color -d 'use colour: always, never or auto' -f -a 'always never auto'
complete -c git-rbranch -s h -d 'show this short help'
complete -c git-rbranch -l help -d 'open the manual page'
complete -c git-rbranch -l version -d 'show the version'
