import ByteKit

/// What the upstream of a collection changes, by command.
struct CollectionNews {
  private(set) var added: [ByteString] = []
  private(set) var changed: [ByteString] = []
  private(set) var removed: [ByteString] = []
  private let statistics: ByteString

  /// Compares HEAD with its upstream.
  init(_ git: CollectionGit) throws {
    let range: ByteString = "HEAD..@{upstream}"
    let listed =
      try git.answer("diff", "--no-ext-diff", "--no-renames", "--name-status", "-z", range) ?? ""
    statistics =
      try git.answer("diff", "--no-ext-diff", "--no-textconv", "--no-color", "--stat=76", range)
      ?? ""
    let fields = listed.records(endedBy: 0)
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      let path = fields[index + 1].dropping(prefix: "bin/") ?? fields[index + 1]
      guard let name = path.dropping(prefix: "git-"), !name.contains("/") else { continue }
      switch fields[index] {
      case "A": added.append(name)
      case "D": removed.append(name)
      default: changed.append(name)
      }
    }
  }

  var text: ByteString {
    var lines: [ByteString] = []
    let groups: [(ByteString, [ByteString])] = [
      ("new", added), ("changed", changed), ("gone", removed),
    ]
    for (word, names) in groups where !names.isEmpty {
      lines.append("  \(word): \(names.joined(separator: " "))")
    }
    return (lines + statistics.lines.map { " \($0)" }).joined(separator: "\n")
  }
}
