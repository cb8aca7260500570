import ByteKit

/// The files made from a command's declaration, by the word that `--generate=<kind>` takes.
///
/// The option is for this project's own build and tests, which so find every command without a list;
/// help and completions do not name it.
package enum GeneratedFile: String, CaseIterable, Sendable {
  case manual = "man"
  case bash
  case zsh
  case fish
  case fishConfiguration = "fish-config"

  /// Where it is kept, from the project's root.
  package func path(command name: String) -> String {
    switch self {
    case .manual: "man/man1/git-\(name).1"
    case .bash: "completions/bash/git-\(name)"
    case .zsh: "completions/zsh/_git-\(name)"
    case .fish: "completions/fish/git-\(name).fish"
    case .fishConfiguration: "completions/fish/conf.d/git-\(name).fish"
    }
  }

  /// Where it is installed, from the prefix.
  package func installedPath(command name: String) -> String {
    switch self {
    case .manual: "share/man/man1/git-\(name).1"
    case .bash: "share/bash-completion/completions/git-\(name)"
    case .zsh: "share/zsh/site-functions/_git-\(name)"
    case .fish: "share/fish/vendor_completions.d/git-\(name).fish"
    case .fishConfiguration: "share/fish/vendor_conf.d/git-\(name).fish"
    }
  }

  /// The kind that the command line asks for, if it is that request.
  init?(request arguments: [ByteString]) {
    guard arguments.count == 1, let kind = arguments[0].dropping(prefix: "--generate=") else {
      return nil
    }
    self.init(rawValue: kind.text)
  }
}

extension Outline {
  package func content(of file: GeneratedFile) -> String {
    switch file {
    case .manual: manual()
    case .bash: bashCompletion()
    case .zsh: zshCompletion()
    case .fish: fishCompletion()
    case .fishConfiguration: fishConfiguration()
    }
  }
}
