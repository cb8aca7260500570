package import ByteKit

/// One change as the changelog tells it.
package struct Entry: Hashable, Sendable {
  /// The heading's text: `Added`, or one of the user's own.
  package var category: ByteString
  /// The part of the project, shown as a bold prefix.
  package var scope: ByteString?
  /// Markdown on one line, without scope and `**Breaking:**`; references are linked.
  package var text: ByteString
  package var isBreaking: Bool
  /// The pull requests and issues that the commit names, `#12` or `!12`, in order, each once.
  package var refs: [ByteString]
  /// The number of the pull request that brought the change; nil if none is known.
  package var pullRequest: ByteString?
  /// Hexadecimal object names; empty for an entry that no commit stands behind.
  package var commits: [ByteString] = []
  /// What the change means for the next version.
  package var level: BumpLevel

  /// The bullet's text, without the bullet: `**Breaking:** **scope:** Text`.
  package var rendered: ByteString {
    var line: ByteString = isBreaking ? "**Breaking:** " : ""
    if let scope { line += "**\(scope):** " }
    return line + text
  }
}
