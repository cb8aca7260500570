package import ByteKit

/// What a server advertises: the output of `git ls-remote [--symref]`.
package struct RemoteListing: Hashable, Sendable {
  /// The full ref that the server's HEAD names; nil if it is detached, or the server does not tell,
  /// or it was not asked with `--symref`.
  package private(set) var defaultBranch: ByteString?
  /// The object id of HEAD.
  package private(set) var head: ByteString?
  /// Object ids in hexadecimal by full ref, without the peeled entries of tags.
  package private(set) var refs: [ByteString: ByteString] = [:]

  package init(parsing output: ByteString) {
    for line in output.lines {
      guard let (value, name) = line.splitOnce(on: UInt8(ascii: "\t")) else { continue }
      if let target = value.dropping(prefix: "ref: ") {
        if name == "HEAD" { defaultBranch = target }
      } else if name == "HEAD" {
        head = value
      } else if !name.hasSuffix("^{}") {
        refs[name] = value
      }
    }
  }

  package var hasBranches: Bool { refs.keys.contains { $0.hasPrefix("refs/heads/") } }
}
