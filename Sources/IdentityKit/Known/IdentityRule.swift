package import ByteKit

/// A line that lets an identity's file in where a condition is met.
package struct IdentityRule: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case gitdir
    case hasconfig
    case other
  }

  /// What stands in `includeIf "..."`.
  package let condition: ByteString
  /// The path as it is written.
  package let value: ByteString
  /// The file meant, absolute; links are not resolved.
  package let file: ByteString
  /// Where the rule stands: the file as git names it, and the line of the path, from 1.
  package let path: ByteString
  package let line: Int

  package var kind: Kind {
    if condition.hasPrefix("gitdir:") || condition.hasPrefix("gitdir/i:") { return .gitdir }
    return condition.hasPrefix("hasconfig:remote.*.url:") ? .hasconfig : .other
  }

  /// What follows the keyword: a pattern of a folder or of an address.
  package var pattern: ByteString {
    let keywords: [ByteString] = ["gitdir:", "gitdir/i:", "hasconfig:remote.*.url:", "onbranch:"]
    return keywords.lazy.compactMap { condition.dropping(prefix: $0) }.first ?? condition
  }
}
