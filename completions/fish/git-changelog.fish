# fish completion for git-changelog
# Generated from the command's declaration: do not edit.

# The words before the cursor that are neither options nor options' values.
function __git_changelog_words
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
                case --changelog --path --tag-prefix -m --message -o --output --pre --pre
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
function __git_changelog_at
    set -l words (__git_changelog_words)
    if test -n "$argv[1]"
        test "$words[1]" = "$argv[1]"; or return
        set -e words[1]
    end
    test (count $argv) -lt 2; or test (count $words) -eq $argv[2]
end

complete -c git-changelog -f
complete -c git-changelog -l changelog -d 'the changelog (default: CHANGELOG.md)' -r -F
complete -c git-changelog -l path -d 'only commits that change these paths' -r -F
complete -c git-changelog -l tag-prefix -d 'what version tags begin with' -x
complete -c git-changelog -s n -l dry-run -d 'show what would change, change nothing'
complete -c git-changelog -l edit -d 'open the result in your editor before it is written'
complete -c git-changelog -l json -d 'print JSON (show, generate)'
complete -c git-changelog -s q -l quiet -d 'say nothing but errors'
complete -c git-changelog -s v -l verbose -d 'list the commits that make no entry, and why'
complete -c git-changelog -l color -d 'use colour: always, never or auto' -f -a 'always never auto'
complete -c git-changelog -s h -d 'show this short help'
complete -c git-changelog -l help -d 'open the manual page'
complete -c git-changelog -l version -d 'show the version'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a update -d 'add what the commits since the last release have and the file lacks'
complete -c git-changelog -n '__git_changelog_at update' -l check -d 'change nothing; exit 1 if something is missing'
complete -c git-changelog -n '__git_changelog_at \'\' 0' -l check -d 'change nothing; exit 1 if something is missing'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a commit -d 'commit with the commit\'s own entry inside'
function __git_changelog_pass_commit
    set -l tokens (commandline -opc)
    set -l index (contains -i -- commit $tokens); or return
    complete -C "git commit "(string join ' ' -- (string escape -- $tokens[(math $index + 1)..]) (commandline -ct))
end
complete -c git-changelog -n '__git_changelog_at commit' -a '(__git_changelog_pass_commit)'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a add -d 'add one entry: of a text, of HEAD, or of given commits'
complete -c git-changelog -n '__git_changelog_at add' -s m -l message -d 'the entry\'s text' -x
complete -c git-changelog -n '__git_changelog_at add' -l check -d 'change nothing; exit 1 if something is missing'
complete -c git-changelog -n '__git_changelog_at add' -f -a 'HEAD (git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads refs/remotes refs/tags 2>/dev/null)'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a show -d 'print one section, for release pages'
complete -c git-changelog -n '__git_changelog_at show' -f -a '(git for-each-ref --format=\'%(refname:lstrip=2)\' refs/tags 2>/dev/null)'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a generate -d 'print the whole changelog, or a range, from history alone'
complete -c git-changelog -n '__git_changelog_at generate' -s o -l output -d 'write to this file' -r -F
complete -c git-changelog -n '__git_changelog_at generate' -f -a 'HEAD (git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads refs/remotes refs/tags 2>/dev/null)'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a next -d 'print the version that the commits call for'
complete -c git-changelog -n '__git_changelog_at next' -l pre -d 'the next pre-release, such as \'rc\'' -x

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a release -d 'move what is unreleased under a new version'
complete -c git-changelog -n '__git_changelog_at release' -l pre -d 'make a pre-release, such as \'rc\'' -x
complete -c git-changelog -n '__git_changelog_at release' -l commit -d 'commit the changelog'
complete -c git-changelog -n '__git_changelog_at release' -l tag -d 'tag the commit, the section as message'
complete -c git-changelog -n '__git_changelog_at release' -f -a 'auto major minor patch'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a yank -d 'mark a release as withdrawn'
complete -c git-changelog -n '__git_changelog_at yank' -f -a '(git for-each-ref --format=\'%(refname:lstrip=2)\' refs/tags 2>/dev/null)'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a check -d 'report missing or misplaced entries and a malformed file'
complete -c git-changelog -n '__git_changelog_at check' -f -a 'HEAD (git for-each-ref --format=\'%(refname:lstrip=2)\' refs/heads refs/remotes refs/tags 2>/dev/null)'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a resolve -d 'solve the conflict markers in a conflicted changelog'

complete -c git-changelog -n '__git_changelog_at \'\' 0' -a setup -d 'install what keeps the changelog up to date in this repository'
complete -c git-changelog -n '__git_changelog_at setup' -l hook -d 'a post-commit hook that adds each commit\'s entry'
complete -c git-changelog -n '__git_changelog_at setup' -l merge-driver -d 'a merge driver for the changelog'
complete -c git-changelog -n '__git_changelog_at setup' -l undo -d 'take out what was installed'
