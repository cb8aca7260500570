extension Outline {
  /// The completion for zsh, as `_git-<name>` in a folder of `fpath`.
  ///
  /// zsh's own `_git` calls it for `git <name>` and shows the description in its list of commands.
  package func zshCompletion() -> String {
    let function = "_git-\(name)"
    return """
      #compdef git-\(name)
      #description \(summary)
      # Generated from the command's declaration: do not edit.

      \(Self.zshHelpers)
      \(function) () {
      \(zshBody)}

      \(function) "$@"

      """
  }

  private var zshBody: String {
    guard !subcommands.isEmpty else {
      return "  _arguments -s -S : \\\n"
        + zshSpecs(options + commonOptions, operands).map { "    \($0)" }
        .joined(separator: " \\\n") + "\n"
    }
    let shown = subcommands.filter { !$0.isInternal }
    let outer = zshSpecs(options + (defaultSubcommand?.options ?? []) + commonOptions, [])
    var text = """
        local curcontext=$curcontext state ret=1
        local -a line state_descr commands
        local -A opt_args
        _arguments -s -S -C : \\
          \(outer.joined(separator: " \\\n    ")) \\
          ': :->command' '*:: :->argument' && ret=0
        case $state in
          (command)
            commands=(

      """
    for branch in shown {
      let entry = "\(branch.name):\(branch.summary)"
      text += "        \(entry.shellQuoted)\n"
    }
    text += """
            )
            _describe -t commands command commands && ret=0
            ;;
          (argument)
            curcontext=${curcontext%:*:*}:git-\(name)-$words[1]:
            case $words[1] in

      """
    for branch in shown {
      text += "        (\(branch.name))\n"
      if branch.passesThrough {
        text += """
                    if (( $+functions[_git-\(branch.name)] )); then
                      _call_function ret _git-\(branch.name)
                    else
                      _default && ret=0
                    fi

          """
      } else {
        let specs = zshSpecs(options + branch.options + commonOptions, branch.operands)
        text += "          _arguments -s -S : \\\n"
        text += specs.map { "            \($0)" }.joined(separator: " \\\n") + " && ret=0\n"
      }
      text += "          ;;\n"
    }
    return text + """
            esac
            ;;
        esac
        return ret

      """
  }

  private func zshSpecs(_ options: [OptionShape], _ operands: [OperandShape]) -> [String] {
    options.flatMap(zshSpecs) + zshOperands(operands)
  }

  private func zshSpecs(_ option: OptionShape) -> [String] {
    let short = option.shortNames.map { "-\($0)" }
    let long = option.longNames.map { "--\($0)" }
    let negations = option.showsNegation ? option.longNames.map { "--no-\($0)" } : []
    let exclusion =
      option.isRepeatable ? "*" : "(\((short + long + negations).joined(separator: " ")))"
    let help = "[\(option.help.zshEscaped)]"
    let action: String
    let endings: (short: String, long: String)
    switch option.argument {
    case .none:
      action = ""
      endings = ("", "")
    case .required(let name):
      action = ":\(name.zshEscaped):\(zshAction(option.completion))"
      endings = ("+", "=")
    case .optional(let name):
      action = "::\(name.zshEscaped):\(zshAction(option.completion))"
      endings = ("-", "=-")
    }
    return short.map { (exclusion + $0 + endings.short + help + action).shellQuoted }
      + long.map { (exclusion + $0 + endings.long + help + action).shellQuoted }
      + negations.map { "\(exclusion)\($0)[do not \(option.help.zshEscaped)]".shellQuoted }
  }

  private func zshOperands(_ operands: [OperandShape]) -> [String] {
    operands.enumerated().map { index, operand in
      let optional = operand.minimum == 0 ? ":" : ""
      let place = operand.isRepeatable ? "*:" : "\(index + 1):\(optional)"
      return "\(place)\(operand.name.zshEscaped):\(zshAction(operand.completion))".shellQuoted
    }
  }

  /// The space before a function keeps `_arguments` from adding options of compadd to its arguments.
  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .none: " "
    case .files: "_files"
    case .directories: "_files -/"
    case .localBranches: " __git_toolbox_refs refs/heads"
    case .remoteBranches: " __git_toolbox_refs refs/remotes"
    case .tags: " __git_toolbox_refs refs/tags"
    case .refs: " __git_toolbox_refs HEAD refs/heads refs/remotes refs/tags"
    case .remotes: " __git_toolbox_remotes"
    case .choices(let words): "(\(words.map(\.zshEscaped).joined(separator: " ")))"
    }
  }

  /// The same in every file; compadd quotes the names as the command line needs it.
  private static let zshHelpers = #"""
    # Branches, tags and HEAD, from the places that are named.
    (( $+functions[__git_toolbox_refs] )) ||
    __git_toolbox_refs () {
      local -a names expl
      names=(${(M)@:#HEAD} ${(f)"$(git for-each-ref --format='%(refname:lstrip=2)' ${@:#HEAD} 2>/dev/null </dev/null)"})
      _wanted references expl reference compadd -a - names
    }

    (( $+functions[__git_toolbox_remotes] )) ||
    __git_toolbox_remotes () {
      local -a names expl
      names=(${(f)"$(git remote 2>/dev/null </dev/null)"})
      _wanted remotes expl remote compadd -a - names
    }

    """#
}

extension String {
  /// For a specification of `_arguments` and the lists of `_describe`.
  fileprivate var zshEscaped: String { escaping(["\\", "[", "]", ":"], with: "\\") }
}
