import ByteKit
import ConfigKit

/// A pattern of branch names as `git branch --list` has it: a shell glob whose `*` also crosses `/`.
struct BranchPattern: Hashable, Sendable {
  let pattern: ByteString

  init(_ pattern: ByteString) { self.pattern = pattern }

  /// Whether it can match no other name than itself.
  var isName: Bool { !pattern.bytes.contains { "*?[\\".utf8.contains($0) } }

  /// Whether the branch's name (without `refs/heads/`) matches.
  func matches(_ name: ByteString) -> Bool {
    Wildmatch.matches(name, pattern, [])
  }
}

extension Sequence<BranchPattern> {
  /// The first pattern that the name matches.
  func first(matching name: ByteString) -> BranchPattern? {
    first { $0.matches(name) }
  }
}
