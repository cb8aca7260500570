import ByteKit
import IdentityKit

/// `Name <email>` alone: one line if author and committer are the same.
enum ShortReport {
  static func text(_ answer: Answer) -> ByteString {
    var lines: [ByteString] = []
    for identity in answer.people.compactMap(\.answer.identity)
    where !lines.contains(identity.text) {
      lines.append(identity.text)
    }
    return lines.map { $0 + "\n" }.joined(separator: "")
  }
}
