# Generated from the command's declaration: do not edit.
complete -c git -f -n '__fish_git_using_command identity' -a '(__fish_git_complete_custom_command identity)'
