# fish completion for git-prune-gone
# Generated from the command's declaration: do not edit.

# The words before the cursor that are neither options nor options' values.
function __git_prune_gone_words
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
                case --remote --older-than --protect --base --max-deletes --apply --under --jobs
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
function __git_prune_gone_at
    set -l words (__git_prune_gone_words)
    if test -n "$argv[1]"
        test "$words[1]" = "$argv[1]"; or return
        set -e words[1]
    end
    test (count $argv) -lt 2; or test (count $words) -eq $argv[2]
end

complete -c git-prune-gone -f
complete -c git-prune-gone -l remote -d 'only branches that track this remote' -r -f -a '(git remote 2>/dev/null)'
complete -c git-prune-gone -l mine -d 'only branches whose tip is by me'
complete -c git-prune-gone -l older-than -d 'only branches with an older tip' -x
complete -c git-prune-gone -l protect -d 'never delete a branch that matches' -r -f -a '(git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads 2>/dev/null)'
complete -c git-prune-gone -l base -d 'judge "merged" against this' -r -f -a 'HEAD (git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads refs/remotes refs/tags 2>/dev/null)'
complete -c git-prune-gone -l pushed -d 'also delete what was pushed as it is'
complete -c git-prune-gone -s f -l force -d 'also delete work that is nowhere else'
complete -c git-prune-gone -l max-deletes -d 'delete nothing if more would go' -x
complete -c git-prune-gone -l switch -d 'leave the current branch if it would go'
complete -c git-prune-gone -s n -l dry-run -d 'print the plan; write nothing'
complete -c git-prune-gone -l fetch -d 'fetch and prune first (default: yes)'
complete -c git-prune-gone -l no-fetch -d 'do not fetch and prune first (default: yes)'
complete -c git-prune-gone -s i -l interactive -d 'choose in a list on the terminal'
complete -c git-prune-gone -l apply -d 'carry out a plan of --dry-run --json' -r -F
complete -c git-prune-gone -l under -d 'work in every repository below <dir>' -r -f -a '(__fish_complete_directories)'
complete -c git-prune-gone -l jobs -d 'with --under, in so many at once' -x
complete -c git-prune-gone -l log -d 'list earlier runs'
complete -c git-prune-gone -l undo -d 'bring back a run\'s branches'
complete -c git-prune-gone -l json -d 'print one JSON document'
complete -c git-prune-gone -l porcelain -d 'print lines for scripts'
complete -c git-prune-gone -s z -d 'end --porcelain records with NUL'
complete -c git-prune-gone -s q -l quiet -d 'print errors only'
complete -c git-prune-gone -s v -l verbose -d 'tell of all branches'
complete -c git-prune-gone -n '__git_prune_gone_at \'\'' -f -a '(git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads 2>/dev/null)'
complete -c git-prune-gone -l color -d 'use colour: always, never or auto' -f -a 'always never auto'
complete -c git-prune-gone -s h -d 'show this short help'
complete -c git-prune-gone -l help -d 'open the manual page'
complete -c git-prune-gone -l version -d 'show the version'
