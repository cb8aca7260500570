# fish completion for git-whoami
# Generated from the command's declaration: do not edit.

# The words before the cursor that are neither options nor options' values.
function __git_whoami_words
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
                case --expect --at --under
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
function __git_whoami_at
    set -l words (__git_whoami_words)
    if test -n "$argv[1]"
        test "$words[1]" = "$argv[1]"; or return
        set -e words[1]
    end
    test (count $argv) -lt 2; or test (count $words) -eq $argv[2]
end

complete -c git-whoami -f
complete -c git-whoami -l short -d 'print only Name <email>'
complete -c git-whoami -l explain -d 'print every value and include considered, with reasons'
complete -c git-whoami -l author -d 'only the author'
complete -c git-whoami -l committer -d 'only the committer'
complete -c git-whoami -l check -d 'exit 1 unless the identity is as it should be'
complete -c git-whoami -l expect -d 'the address must match; exit 1 if not' -x
complete -c git-whoami -l at -d 'what it would be on that branch' -r -f -a '(git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads 2>/dev/null)'
complete -c git-whoami -l verify -d 'ask git too; exit 1 if the answers differ'
complete -c git-whoami -l under -d 'one row for every repository below <dir>' -r -f -a '(__fish_complete_directories)'
complete -c git-whoami -l json -d 'print JSON'
complete -c git-whoami -l porcelain -d 'print lines for scripts'
complete -c git-whoami -s z -d 'end the lines of --porcelain with NUL'
complete -c git-whoami -s q -l quiet -d 'print nothing; the exit status tells'
complete -c git-whoami -l color -d 'use colour: always, never or auto' -f -a 'always never auto'
complete -c git-whoami -s h -d 'show this short help'
complete -c git-whoami -l help -d 'open the manual page'
complete -c git-whoami -l version -d 'show the version'
