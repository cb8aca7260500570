package import ByteKit

/// One reading of one configuration file: shared by all its entries.
///
/// A file that is included twice gives two sources, each with its own way in.
package final class ConfigSource: Sendable {
  /// The path as git names it in origins and messages: `.git/config`, `/home/me/.gitconfig`.
  package let name: ByteString
  /// The same as an absolute path; links are not resolved.
  package let path: ByteString
  /// An included file has the scope of the file that includes it.
  package let scope: ConfigScope
  /// The `path` line that let it in; nil for a file that git reads by itself.
  package let inclusion: Inclusion?

  /// A true `include.path` or `includeIf.<condition>.path`.
  package struct Inclusion: Sendable {
    package let origin: ConfigOrigin
    /// nil for a plain include.
    package let condition: ByteString?

    package init(origin: ConfigOrigin, condition: ByteString?) {
      self.origin = origin
      self.condition = condition
    }
  }

  package init(name: ByteString, path: ByteString, scope: ConfigScope, inclusion: Inclusion?) {
    self.name = name
    self.path = path
    self.scope = scope
    self.inclusion = inclusion
  }
}

/// Where a value stands.
package enum ConfigOrigin: Sendable {
  /// Lines from 1: `line` is the entry's own, `endLine` (after continued lines) is what git tells.
  case file(ConfigSource, line: Int, endLine: Int)
  /// `git -c`, or `GIT_CONFIG_COUNT`: the variable that holds it (`GIT_CONFIG_PARAMETERS`,
  /// `GIT_CONFIG_VALUE_0`).
  case command(variable: ByteString)

  /// As `git config --show-origin` prints it, without quoting: `file:.git/config`,
  /// `command line:`.
  package var gitText: ByteString {
    switch self {
    case .file(let source, _, _): "file:\(source.name)"
    case .command: "command line:"
    }
  }

  package var source: ConfigSource? {
    switch self {
    case .file(let source, _, _): source
    case .command: nil
    }
  }

  /// The line of the entry's name; nil on the command line.
  package var line: Int? {
    switch self {
    case .file(_, let line, _): line
    case .command: nil
    }
  }

  /// The include lines that led here, the outermost first; empty for a file that git reads by
  /// itself.
  package var inclusions: [ConfigSource.Inclusion] {
    var chain: [ConfigSource.Inclusion] = []
    var current = source?.inclusion
    while let inclusion = current {
      chain.append(inclusion)
      current = inclusion.origin.source?.inclusion
    }
    return chain.reversed()
  }
}
