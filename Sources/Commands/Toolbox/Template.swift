import ByteKit

/// The text of a new command: short, complete, and ready to run.
enum Template {
  static func text(for name: ByteString, in language: ToolboxOptions.Language) -> ByteString {
    switch language {
    case .shell: shell(name)
    case .python: python(name)
    case .swift: swift(name)
    }
  }

  private static func shell(_ name: ByteString) -> ByteString {
    """
    #!/bin/sh
    # git-\(name): say here in one line what it does
    #
    # \(handedOver[0])
    # \(handedOver[1])
    # \(handedOver[2])
    usage="\\
    git \(name) [<options>] [<argument>...]
    --
    h,help!      show this help
    n,dry-run    say what would be done, do nothing
    "
    # Turns the options into a fixed form (see git-rev-parse(1), PARSEOPT); -h prints the help and ends.
    eval "$(printf '%s' "$usage" | git rev-parse --parseopt -- "$@" || echo exit $?)"

    dry_run=
    while [ $# -gt 0 ]; do
      case $1 in
        -n) dry_run=yes ;;
        --no-dry-run) dry_run= ;;
        --) shift; break ;;
      esac
      shift
    done

    if [ -n "$dry_run" ]; then
      echo "would greet: $*"
    else
      echo "hello from git \(name): $*"
    fi

    """
  }

  private static func python(_ name: ByteString) -> ByteString {
    """
    #!/usr/bin/env python3
    # git-\(name): say here in one line what it does
    #
    # \(handedOver[0])
    # \(handedOver[1])
    # \(handedOver[2])
    import argparse
    import sys


    class Parser(argparse.ArgumentParser):
        # Help and a wrong command line end with 129, as those of git's own commands.
        def exit(self, status=0, message=None):
            if message:
                sys.stderr.write(message)
            sys.exit(129)


    parser = Parser(prog="git \(name)", description="say here in one line what it does")
    parser.add_argument("-n", "--dry-run", action="store_true", help="say what would be done, do nothing")
    parser.add_argument("argument", nargs="*")
    options = parser.parse_args()

    if options.dry_run:
        print("would greet:", *options.argument)
    else:
        print("hello from git \(name):", *options.argument)

    """
  }

  private static func swift(_ name: ByteString) -> ByteString {
    """
    #!/usr/bin/env swift
    // git-\(name): say here in one line what it does
    //
    // \(handedOver[0])
    // \(handedOver[1])
    // \(handedOver[2])
    #if canImport(Glibc)
    import Glibc
    #else
    import Darwin
    #endif

    let usage = \"\"\"
      usage: git \(name) [<options>] [<argument>...]

          -h, --help       show this help
          -n, --dry-run    say what would be done, do nothing

      \"\"\"
    var isDryRun = false
    var arguments: [String] = []
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help":
        print(usage, terminator: "")
        exit(129)
      case "-n", "--dry-run": isDryRun = true
      case "--":
        arguments += rest
        rest = []
      case _ where argument.hasPrefix("-"):
        fputs("error: unknown option '\\(argument)'\\n\\(usage)", stderr)
        exit(129)
      default: arguments.append(argument)
      }
    }

    print(isDryRun ? "would greet:" : "hello from git \(name):", arguments.joined(separator: " "))

    """
  }

  /// What git does for a command of this kind; the same for every language.
  private static let handedOver: [ByteString] = [
    "git runs it in the folder it was called in (an alias with '!': at the top of the work tree), with",
    "`git -c` in GIT_CONFIG_PARAMETERS and `--git-dir` in GIT_DIR, which git commands called from here",
    "obey by themselves. Its exit status becomes git's.",
  ]
}
