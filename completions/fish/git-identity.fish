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
                case --name --email --also --signing-key --ssh-key --credential --dir --remote --name --email --also --signing-key --ssh-key --credential --dir --remote --dir --remote --under
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

complete -c git-identity -n '__git_identity_at \'\' 0' -a add -d 'make an identity, and give it folders or remotes'
complete -c git-identity -n '__git_identity_at add' -l name -d 'the name in commits' -x
complete -c git-identity -n '__git_identity_at add' -l email -d 'the address in commits' -x
complete -c git-identity -n '__git_identity_at add' -l also -d 'a former address of the same person' -x
complete -c git-identity -n '__git_identity_at add' -l signing-key -d 'sign commits and tags with this key: a file, an ssh key, or a name for gpg' -x
complete -c git-identity -n '__git_identity_at add' -l no-signing -d 'sign nothing, whatever else is configured'
complete -c git-identity -n '__git_identity_at add' -l ssh-key -d 'the only key that ssh offers' -r -F
complete -c git-identity -n '__git_identity_at add' -l credential -d 'the account for https there' -x
complete -c git-identity -n '__git_identity_at add' -l dir -d 'all repositories below this folder, which need not exist yet' -r -f -a '(__fish_complete_directories)'
complete -c git-identity -n '__git_identity_at add' -l remote -d 'clones of <host>, <host>/<path>, a URL or a pattern' -x

complete -c git-identity -n '__git_identity_at \'\' 0' -a set -d 'change an identity; --no-<setting> takes one away'
complete -c git-identity -n '__git_identity_at set' -l name -d 'the name in commits' -x
complete -c git-identity -n '__git_identity_at set' -l email -d 'the address in commits' -x
complete -c git-identity -n '__git_identity_at set' -l also -d 'a former address of the same person' -x
complete -c git-identity -n '__git_identity_at set' -l signing-key -d 'sign commits and tags with this key: a file, an ssh key, or a name for gpg' -x
complete -c git-identity -n '__git_identity_at set' -l no-signing -d 'sign nothing, whatever else is configured'
complete -c git-identity -n '__git_identity_at set' -l ssh-key -d 'the only key that ssh offers' -r -F
complete -c git-identity -n '__git_identity_at set' -l credential -d 'the account for https there' -x

complete -c git-identity -n '__git_identity_at \'\' 0' -a rename -d 'call an identity by another name; its file keeps its own'

complete -c git-identity -n '__git_identity_at \'\' 0' -a remove -d 'delete an identity and its rules'

complete -c git-identity -n '__git_identity_at \'\' 0' -a assign -d 'let an identity apply in a folder, or to clones of a remote'
complete -c git-identity -n '__git_identity_at assign' -l dir -d 'all repositories below this folder, which need not exist yet' -r -f -a '(__fish_complete_directories)'
complete -c git-identity -n '__git_identity_at assign' -l remote -d 'clones of <host>, <host>/<path>, a URL or a pattern' -x

complete -c git-identity -n '__git_identity_at \'\' 0' -a unassign -d 'take the rule for a folder or a remote away'
complete -c git-identity -n '__git_identity_at unassign' -l dir -d 'all repositories below this folder, which need not exist yet' -r -f -a '(__fish_complete_directories)'
complete -c git-identity -n '__git_identity_at unassign' -l remote -d 'clones of <host>, <host>/<path>, a URL or a pattern' -x

complete -c git-identity -n '__git_identity_at \'\' 0' -a use -d 'let an identity apply in this repository only'
complete -c git-identity -n '__git_identity_at use' -l none -d 'go back to what applies here otherwise'

complete -c git-identity -n '__git_identity_at \'\' 0' -a doctor -d 'find the classic mistakes in the whole set-up'
complete -c git-identity -n '__git_identity_at doctor' -l fix -d 'mend what has one right answer'
complete -c git-identity -n '__git_identity_at doctor' -l under -d 'look into all repositories below <dir>' -r -f -a '(__fish_complete_directories)'

complete -c git-identity -n '__git_identity_at \'\' 0' -a undo -d 'take back the last change of configuration'
