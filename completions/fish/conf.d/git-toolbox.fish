# Generated from the command's declaration: do not edit.
complete -c git -f -n '__fish_git_using_command toolbox' -a '(__fish_git_complete_custom_command toolbox)'
