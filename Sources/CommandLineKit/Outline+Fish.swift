extension Outline {
  /// The completion for fish, as `git-<name>.fish` in a folder of `fish_complete_path`.
  ///
  /// fish's own completion for git asks it for `git <name>` through `complete -C 'git-<name> ...'`.
  package func fishCompletion() -> String {
    var text = """
      # fish completion for git-\(name)
      # Generated from the command's declaration: do not edit.

      # The words before the cursor that are neither options nor options' values.
      function \(words)
          set -l tokens (commandline -opc)
          set -l skip no
          set -l ended no
          for token in $tokens[2..]
              if test $skip = yes
                  set skip no
              else if test $ended = yes
                  printf '%s\\n' $token
              else
                  switch $token
                      case --
                          set ended yes
                      case \(fishValueNames)
                          set skip yes
                      case '-?*'
                      case '*'
                          printf '%s\\n' $token
                  end
              end
          end
      end

      # Whether the subcommand $argv[1] was given and the cursor is at its operand $argv[2], if there is
      # a second argument; the name '' stands for none.
      function \(at)
          set -l words (\(words))
          if test -n "$argv[1]"
              test "$words[1]" = "$argv[1]"; or return
              set -e words[1]
          end
          test (count $argv) -lt 2; or test (count $words) -eq $argv[2]
      end

      complete -c git-\(name) -f

      """
    guard !subcommands.isEmpty else {
      text += options.map { fishOption($0, condition: nil) }.joined()
      text += fishOperands(operands, subcommand: "")
      return text + commonOptions.map { fishOption($0, condition: nil) }.joined()
    }
    text += (options + commonOptions).map { fishOption($0, condition: nil) }.joined()
    for branch in subcommands where !branch.isInternal {
      text += "\n"
      text +=
        "complete -c git-\(name) -n \("\(at) '' 0".fishQuoted) -a \(branch.name) -d \(branch.summary.fishQuoted)\n"
      if branch.passesThrough {
        text += fishPassing(branch.name)
        continue
      }
      text += branch.options.map { fishOption($0, condition: "\(at) \(branch.name)") }.joined()
      if branch.isDefault {
        text += branch.options.map { fishOption($0, condition: "\(at) '' 0") }.joined()
      }
      text += fishOperands(branch.operands, subcommand: branch.name)
    }
    return text
  }

  /// What fish before 3.7 needs to be told at its start, as `vendor_conf.d/git-<name>.fish`: there its
  /// completion for git does not look for the completions of other commands.
  package func fishConfiguration() -> String {
    """
    # Generated from the command's declaration: do not edit.
    complete -c git -f -n '__fish_git_using_command \(name)' -a '(__fish_git_complete_custom_command \(name))'

    """
  }

  private var words: String { "__git_\(fishIdentifier)_words" }
  private var at: String { "__git_\(fishIdentifier)_at" }
  private var fishIdentifier: String { String(name.map { $0 == "-" ? "_" : $0 }) }

  private var fishValueNames: String {
    let names = (options + subcommands.flatMap(\.options)).flatMap { option -> [String] in
      guard case .required = option.argument else { return [] }
      return option.shortNames.map { "-\($0)" } + option.longNames.map { "--\($0)" }
    }
    return names.isEmpty ? "''" : names.joined(separator: " ")
  }

  private func fishOption(_ option: OptionShape, condition: String?) -> String {
    let place = "complete -c git-\(name)" + (condition.map { " -n \($0.fishQuoted)" } ?? "")
    let names =
      option.shortNames.map { " -s \($0)" }.joined()
      + option.longNames.map { " -l \($0)" }.joined()
    var text = "\(place)\(names) -d \(option.help.fishQuoted)"
    if case .required = option.argument { text += option.completion == .none ? " -x" : " -r" }
    text += fishOffer(option.completion) + "\n"
    guard option.showsNegation else { return text }
    for name in option.longNames {
      text += "\(place) -l no-\(name) -d \("do not \(option.help)".fishQuoted)\n"
    }
    return text
  }

  private func fishOperands(_ operands: [OperandShape], subcommand: String) -> String {
    operands.enumerated().map { index, operand in
      let offer = fishOffer(operand.completion)
      guard !offer.isEmpty else { return "" }
      let chosen = subcommand.isEmpty ? "''" : subcommand
      let condition = operand.isRepeatable ? "\(at) \(chosen)" : "\(at) \(chosen) \(index)"
      return "complete -c git-\(name) -n \(condition.fishQuoted)\(offer)\n"
    }
    .joined()
  }

  private func fishOffer(_ completion: Completion) -> String {
    func refs(_ places: String, and more: String = "") -> String {
      let command = "git for-each-ref --format='%(refname:lstrip=2)' \(places) 2>/dev/null"
      return " -f -a " + "\(more)(\(command))".fishQuoted
    }
    return switch completion {
    case .none: ""
    case .files: " -F"
    case .directories: " -f -a '(__fish_complete_directories)'"
    case .localBranches: refs("refs/heads")
    case .remoteBranches: refs("refs/remotes")
    case .tags: refs("refs/tags")
    case .refs: refs("refs/heads refs/remotes refs/tags", and: "HEAD ")
    case .remotes: " -f -a '(git remote 2>/dev/null)'"
    case .choices(let choices): " -f -a \(choices.joined(separator: " ").fishQuoted)"
    }
  }

  /// Leaves the rest of the line to the completion of git's own command of that name.
  private func fishPassing(_ subcommand: String) -> String {
    let function = "__git_\(fishIdentifier)_pass_\(subcommand)"
    return """
      function \(function)
          set -l tokens (commandline -opc)
          set -l index (contains -i -- \(subcommand) $tokens); or return
          complete -C "git \(subcommand) "(string join ' ' -- (string escape -- $tokens[(math $index + 1)..]) (commandline -ct))
      end
      complete -c git-\(name) -n \("\(at) \(subcommand)".fishQuoted) -a '(\(function))'

      """
  }
}

extension String {
  /// In fish's single quotes, where only the quote and the backslash need a backslash.
  fileprivate var fishQuoted: String { "'" + escaping(["'", "\\"], with: "\\") + "'" }
}
