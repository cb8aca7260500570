extension Outline {
  /// The completion for bash, as `share/bash-completion/completions/git-<name>`.
  ///
  /// Git's own completion finds `_git_<name>` for `git <name>`; it serves `git-<name>` too.
  package func bashCompletion() -> String {
    let function = "_git_\(identifier)"
    return """
      # bash completion for git-\(name)
      # Generated from the command's declaration: do not edit.

      \(Self.bashHelpers)
      \(function) ()
      {
      \tlocal pieces typed plain broken quote arguments operands subcommand pending ended
      \t__git_toolbox_begin
      \(bashBody)}

      complete -o bashdefault -o default -o nospace -F \(function) git-\(name)

      """
  }

  /// The name in what a shell takes for a function's name.
  private var identifier: String {
    String(name.map { $0 == "-" ? "_" : $0 })
  }

  private var bashBody: String {
    guard !subcommands.isEmpty else {
      return bashScope(values: options, shown: options, operands: operands, indent: "\t")
    }
    let shown = subcommands.filter { !$0.isInternal }
    let names = shown.map(\.name).joined(separator: " ")
    let everyOption = options + subcommands.flatMap(\.options)
    var text = "\t__git_toolbox_walk \(bashValueNames(everyOption)) ' \(names) '\n"
    text += "\tcase $subcommand in\n"
    for branch in shown {
      text += "\t\(branch.name))\n"
      if branch.passesThrough {
        text += "\t\t__git_toolbox_pass \(branch.name)\n"
      } else {
        text += bashScope(
          values: options + branch.options,
          shown: options + branch.options,
          operands: branch.operands,
          subcommand: branch.name,
          indent: "\t\t"
        )
      }
      text += "\t\t;;\n"
    }
    text += "\t*)\n"
    text += bashScope(
      values: options + (defaultSubcommand?.options ?? []),
      shown: options + (defaultSubcommand?.options ?? []),
      operands: [
        OperandShape(
          name: "command",
          minimum: 0,
          isRepeatable: false,
          completion: .choices(shown.map(\.name))
        )
      ],
      indent: "\t\t"
    )
    return text + "\t\t;;\n\tesac\n"
  }

  /// Completes a line whose options and operands are known.
  private func bashScope(
    values: [OptionShape],
    shown: [OptionShape],
    operands: [OperandShape],
    subcommand: String? = nil,
    indent: String
  ) -> String {
    let all = shown + commonOptions
    var text =
      "\(indent)__git_toolbox_walk \(bashValueNames(values)) '\(subcommand.map { " \($0) " } ?? "")'\n"
    text += "\(indent)case $pending in\n"
    for option in all {
      guard case .required = option.argument else { continue }
      let names =
        option.shortNames.map { "-\($0)" } + option.longNames.map { "--\($0)" }
      text += "\(indent)\(names.joined(separator: " | ")))\n"
      text += "\(indent)\t\(bashOffer(option.completion, prefix: ""))\n\(indent)\treturn ;;\n"
    }
    text += "\(indent)esac\n"
    text += "\(indent)case $ended$plain in\n"
    for option in all where option.argument != .none && option.completion.isOffered {
      for name in option.longNames {
        text += "\(indent)--\(name)=*)\n"
        text += "\(indent)\t\(bashOffer(option.completion, prefix: "--\(name)="))\n"
        text += "\(indent)\treturn ;;\n"
      }
    }
    text += "\(indent)--*=*)\n\(indent)\treturn ;;\n"
    text += "\(indent)-*)\n"
    text += "\(indent)\t__git_toolbox_choices '' \(bashWords(of: all))\n\(indent)\treturn ;;\n"
    text += "\(indent)esac\n"
    return text + bashOperands(operands, indent: indent)
  }

  private func bashOperands(_ operands: [OperandShape], indent: String) -> String {
    guard operands.contains(where: { $0.completion.isOffered }) else { return "" }
    var text = "\(indent)case $operands in\n"
    for (index, operand) in operands.enumerated() {
      text += "\(indent)\(operand.isRepeatable ? "*" : String(index)))\n"
      text += "\(indent)\t\(bashOffer(operand.completion, prefix: "")) ;;\n"
    }
    return text + "\(indent)esac\n"
  }

  private func bashValueNames(_ options: [OptionShape]) -> String {
    let names = (options + commonOptions).flatMap { option -> [String] in
      guard case .required = option.argument else { return [] }
      return option.shortNames.map { "-\($0)" } + option.longNames.map { "--\($0)" }
    }
    return "' \(names.joined(separator: " ")) '"
  }

  private func bashWords(of options: [OptionShape]) -> String {
    options.flatMap { option -> [String] in
      let short = option.longNames.isEmpty ? option.shortNames.map { "-\($0)" } : []
      return short
        + option.longNames.flatMap { name -> [String] in
          switch option.argument {
          case .none: option.showsNegation ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
          case .required: ["--\(name)="]
          case .optional: ["--\(name)", "--\(name)="]
          }
        }
    }
    .map(\.shellQuoted).joined(separator: " ")
  }

  private func bashOffer(_ completion: Completion, prefix: String) -> String {
    let prefix = prefix.isEmpty ? "''" : prefix
    return switch completion {
    case .none, .files, .directories: ": # file names are readline's default"
    case .localBranches: "__git_toolbox_refs \(prefix) refs/heads"
    case .remoteBranches: "__git_toolbox_refs \(prefix) refs/remotes"
    case .tags: "__git_toolbox_refs \(prefix) refs/tags"
    case .refs: "__git_toolbox_refs \(prefix) HEAD refs/heads refs/remotes refs/tags"
    case .remotes: "__git_toolbox_remotes \(prefix)"
    case .choices(let words):
      "__git_toolbox_choices \(prefix) \(words.map(\.shellQuoted).joined(separator: " "))"
    }
  }

  /// The same in every file, so that loading a second one changes nothing.
  private static let bashHelpers = #"""
    # Takes the line apart. Sets pieces, its words; typed, the word at the cursor; plain, the same without its
    # quoting; quote, the quote that is open in it; broken, what readline has split off its beginning
    # (see COMP_WORDBREAKS); arguments, the words between the command and the cursor.
    __git_toolbox_begin ()
    {
    	local rest=${COMP_LINE:0:COMP_POINT} blank piece index first=1 character escaped=
    	pieces=()
    	for ((index = 0; index <= COMP_CWORD; index++)); do
    		blank=${rest%%[![:space:]]*}
    		rest=${rest#"$blank"}
    		piece=${COMP_WORDS[index]}
    		((index == COMP_CWORD)) && piece=$rest
    		if [[ $index -gt 0 && -z $blank ]]; then
    			pieces[${#pieces[@]} - 1]+=$piece
    		else
    			pieces+=("$piece")
    		fi
    		rest=${rest#"$piece"}
    	done
    	typed=${pieces[${#pieces[@]} - 1]} plain= broken= quote=
    	for ((index = 0; index < ${#typed}; index++)); do
    		character=${typed:index:1}
    		if [[ -n $escaped ]]; then
    			plain+=$character escaped=
    		elif [[ $character == \\ && $quote != "'" ]]; then
    			escaped=yes
    		elif [[ -n $quote && $character == "$quote" ]]; then
    			quote=
    		elif [[ -z $quote && ($character == "'" || $character == '"') ]]; then
    			quote=$character broken=$plain
    		else
    			plain+=$character
    			[[ -z $quote && $COMP_WORDBREAKS == *"$character"* ]] && broken=$plain
    		fi
    	done
    	if [[ ${pieces[0]##*/} == git || ${__git_cmd_idx:-0} -gt 0 ]]; then
    		while ((first < ${#pieces[@]} - 1)); do
    			case ${pieces[first]} in
    			-C | -c | --git-dir | --work-tree | --namespace | --exec-path | --config-env) first=$((first + 2)) ;;
    			-*) first=$((first + 1)) ;;
    			*) break ;;
    			esac
    		done
    		first=$((first + 1))
    	fi
    	arguments=()
    	for ((index = first; index < ${#pieces[@]} - 1; index++)); do
    		arguments+=("${pieces[index]}")
    	done
    }

    # Reads the arguments. $1: the options that take a value, $2: the subcommands. Sets subcommand;
    # operands, how many there are; pending, the option whose value stands at the cursor; ended after --.
    __git_toolbox_walk ()
    {
    	local word index
    	subcommand= operands=0 pending= ended=
    	for word in ${arguments[@]+"${arguments[@]}"}; do
    		if [[ -n $pending ]]; then
    			pending=
    		elif [[ -z $ended && $word == -- ]]; then
    			ended=yes
    		elif [[ -z $ended && $word == --* ]]; then
    			[[ $1 == *" $word "* ]] && pending=$word
    		elif [[ -z $ended && $word == -?* ]]; then
    			for ((index = 1; index < ${#word}; index++)); do
    				if [[ $1 == *" -${word:index:1} "* ]]; then
    					((index == ${#word} - 1)) && pending=-${word:index:1}
    					break
    				fi
    			done
    		elif [[ -z $subcommand && $2 == *" $word "* ]]; then
    			subcommand=$word
    		else
    			operands=$((operands + 1))
    		fi
    	done
    	return 0
    }

    # Offers the lines of standard input that begin with what is typed after $1, each quoted as the
    # command line needs it.
    __git_toolbox_offer ()
    {
    	local line text
    	while IFS= read -r line; do
    		text=$1$line
    		[[ -n $line && $text == "$plain"* && $text != "$broken" ]] || continue
    		text=${text#"$broken"}
    		case $quote in
    		"'") [[ $text == *"'"* ]] && continue ;;
    		'"') [[ $text == *[\"\$\`\\!]* ]] && continue ;;
    		*)
    			printf -v text %q "$text"
    			[[ $text == *= ]] || text+=' '
    			;;
    		esac
    		COMPREPLY+=("$text")
    	done
    }

    __git_toolbox_choices ()
    {
    	__git_toolbox_offer "$1" < <(printf '%s\n' "${@:2}")
    }

    __git_toolbox_git ()
    {
    	git ${__git_C_args:+"${__git_C_args[@]}"} ${__git_dir:+--git-dir="$__git_dir"} "$@" 2>/dev/null </dev/null
    }

    __git_toolbox_remotes ()
    {
    	__git_toolbox_offer "$1" < <(__git_toolbox_git remote)
    }

    # $1: what stands before the name, then the places to look in.
    __git_toolbox_refs ()
    {
    	local before=$1 begun=${plain#"$1"} place patterns=()
    	shift
    	[[ $1 == HEAD ]] && __git_toolbox_offer "$before" <<<HEAD && shift
    	for place; do
    		patterns+=("$place/$begun*" "$place/$begun*/**")
    	done
    	__git_toolbox_offer "$before" < <(__git_toolbox_git for-each-ref --format='%(refname:lstrip=2)' "${patterns[@]}")
    }

    # Leaves the rest of the line to the completion of git's own command $1.
    __git_toolbox_pass ()
    {
    	declare -F "_git_$1" >/dev/null && [[ -n ${__git_cmd_idx-} ]] && "_git_$1"
    }

    """#
}

extension Completion {
  /// Whether a shell gets more than file names, which it offers by itself.
  var isOffered: Bool {
    switch self {
    case .none, .files, .directories: false
    default: true
    }
  }
}

extension String {
  /// For bash and zsh: in single quotes unless every character is harmless.
  var shellQuoted: String {
    let isSafe =
      !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "@", "=", "%", "+", ",": true
        default: false
        }
      }
    return isSafe ? self : "'" + escaping(["'"], with: #"'\'"#) + "'"
  }

  /// With `prefix` before each of `characters`.
  func escaping(_ characters: Set<Character>, with prefix: String) -> String {
    var result = ""
    for character in self {
      if characters.contains(character) { result += prefix }
      result.append(character)
    }
    return result
  }
}
