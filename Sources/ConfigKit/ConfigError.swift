package import ByteKit
import DiagnosticKit

/// Why git would not start, or would refuse a value, in git's own words.
package struct ConfigError: Diagnostic {
  package enum Kind: Sendable {
    /// A line that is no configuration.
    case syntax
    /// An include that git cannot follow.
    case include
    /// Includes nested more than ten deep.
    case depth
    /// A remote's URL in a file that only a condition lets in, while a `hasconfig` condition asks
    /// for URLs.
    case forbiddenURL
    /// A file that may not be read, or is none.
    case unreadable
    /// A value that is no boolean, number or path, or a name without a value.
    case value
    /// `GIT_CONFIG_PARAMETERS`, `GIT_CONFIG_COUNT` or another variable of git's.
    case environment
    /// A `.git` file, or what it names.
    case repository
    /// Git itself crashes here.
    case crash
  }

  package let kind: Kind
  /// What git says after `fatal: `.
  package let message: String
  /// What git says before that, after `error: ` or `warning: `.
  package let cause: String?
  /// The file and its line, as people count it, where there is one.
  package let file: ByteString?
  package let line: Int?
  package let hints: [String]

  package init(
    _ kind: Kind,
    _ message: String,
    cause: String? = nil,
    file: ByteString? = nil,
    line: Int? = nil,
    hints: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.cause = cause
    self.file = file
    self.line = line
    self.hints = hints
  }
}

extension ConfigError {
  /// `bad config line N in file F`, said for a syntax error and for an include that failed.
  static func badLine(
    _ kind: Kind,
    _ line: Int,
    in source: ConfigSource,
    cause: String? = nil
  ) -> ConfigError {
    ConfigError(
      kind,
      "bad config line \(line) in file \(source.name.text)",
      cause: cause,
      file: source.path,
      line: line
    )
  }

  /// What git says when a value is refused while it goes through all of them.
  package static func badVariable(_ entry: ConfigEntry, cause: String? = nil) -> ConfigError {
    switch entry.origin {
    case .file(let source, let line, let endLine):
      ConfigError(
        .value,
        "bad config variable '\(entry.key.text)' in file '\(source.name.text)' at line \(endLine)",
        cause: cause,
        file: source.path,
        line: line
      )
    case .command:
      ConfigError(
        .value,
        "unable to parse '\(entry.key.text)' from command-line config",
        cause: cause
      )
    }
  }

  /// A name without a value where git wants one.
  package static func missingValue(_ entry: ConfigEntry) -> ConfigError {
    badVariable(entry, cause: "missing value for '\(entry.key.text)'")
  }

  static func badBoolean(_ entry: ConfigEntry, _ value: ByteString) -> ConfigError {
    ConfigError(
      .value,
      "bad boolean config value '\(value.text)' for '\(entry.key.text)'",
      file: entry.origin.source?.path,
      line: entry.origin.line
    )
  }

  /// What git says of a number that is none.
  static func badNumber(_ entry: ConfigEntry, reason: String) -> ConfigError {
    let place = entry.origin.source.map { " in file \($0.name.text)" } ?? ""
    return ConfigError(
      .value,
      "bad numeric config value '\(entry.value?.text ?? "")' for '\(entry.key.text)'\(place): "
        + reason,
      file: entry.origin.source?.path,
      line: entry.origin.line
    )
  }
}
