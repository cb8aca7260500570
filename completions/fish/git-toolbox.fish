# fish completion for git-toolbox
# Generated from the command's declaration: do not edit.

# The words before the cursor that are neither options nor options' values.
function __git_toolbox_words
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
                case --as --pin
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
function __git_toolbox_at
    set -l words (__git_toolbox_words)
    if test -n "$argv[1]"
        test "$words[1]" = "$argv[1]"; or return
        set -e words[1]
    end
    test (count $argv) -lt 2; or test (count $words) -eq $argv[2]
end

complete -c git-toolbox -f
complete -c git-toolbox -s n -l dry-run -d 'say what would be done, do nothing'
complete -c git-toolbox -l json -d 'print JSON (list, which, doctor)'
complete -c git-toolbox -s q -l quiet -d 'say nothing but errors'
complete -c git-toolbox -s y -l yes -d 'agree to every question'
complete -c git-toolbox -l color -d 'use colour: always, never or auto' -f -a 'always never auto'
complete -c git-toolbox -s h -d 'show this short help'
complete -c git-toolbox -l help -d 'open the manual page'
complete -c git-toolbox -l version -d 'show the version'

complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -a list -d 'list every command that is not git\'s own'
complete -c git-toolbox -n '__git_toolbox_at list' -l all -d 'also aliases, hidden commands, and files git passes over'
complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -l all -d 'also aliases, hidden commands, and files git passes over'

complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -a new -d 'write a new command in your collection, ready to run'
complete -c git-toolbox -n '__git_toolbox_at new' -l sh -d 'a shell script (default)'
complete -c git-toolbox -n '__git_toolbox_at new' -l python -d 'a Python script'
complete -c git-toolbox -n '__git_toolbox_at new' -l swift -d 'a Swift script'
complete -c git-toolbox -n '__git_toolbox_at new' -s e -l edit -d 'open it in git\'s editor'

complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -a add -d 'take in a collection, or some of its commands'
complete -c git-toolbox -n '__git_toolbox_at add' -l as -d 'call the collection this (default: the last part of its address)' -x
complete -c git-toolbox -n '__git_toolbox_at add' -l pin -d 'stay at this tag, branch or commit' -x
complete -c git-toolbox -n '__git_toolbox_at add' -l own -d 'your own collection, from another machine'
complete -c git-toolbox -n '__git_toolbox_at add' -f -a '(__fish_complete_directories)'

complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -a update -d 'fast-forward collections to their upstreams'
complete -c git-toolbox -n '__git_toolbox_at update' -l push -d 'then push your own collection, never with force'

complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -a remove -d 'take out a collection, or a command'

complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -a which -d 'say what git <name> runs, and what that hides'

complete -c git-toolbox -n '__git_toolbox_at \'\' 0' -a doctor -d 'say what keeps commands from being found, run or documented'
complete -c git-toolbox -n '__git_toolbox_at doctor' -l fix -d 'mend what has one right answer'
