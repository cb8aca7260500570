# fish completion for git-identity
# Generated from the command's declaration: do not edit.

# The words before the cursor that are neither options nor options' values.
function __git_identity_words
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
                case ''
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
function __git_identity_at
    set -l words (__git_identity_words)
    if test -n "$argv[1]"
        test "$words[1]" = "$argv[1]"; or return
        set -e words[1]
    end
    test (count $argv) -lt 2; or test (count $words) -eq $argv[2]
end

complete -c git-identity -f
complete -c git-identity -s n -l dry-run -d 'change nothing; print what would change as a diff'
complete -c git-identity -l json -d 'print JSON'
complete -c git-identity -s q -l quiet -d 'print nothing but errors'
complete -c git-identity -l color -d 'use colour: always, never or auto' -f -a 'always never auto'
complete -c git-identity -s h -d 'show this short help'
complete -c git-identity -l help -d 'open the manual page'
complete -c git-identity -l version -d 'show the version'

complete -c git-identity -n '__git_identity_at \'\' 0' -a list -d 'all identities: where each applies, and what is wrong with it'

complete -c git-identity -n '__git_identity_at \'\' 0' -a show -d 'one identity in full; without a name, the one in force here'
complete -c git-identity -n '__git_identity_at show' -l path -d 'print only its file'
