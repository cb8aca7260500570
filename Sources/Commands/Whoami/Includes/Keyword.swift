import ByteKit

/// What stands before the pattern in a condition.
enum Keyword {
  static let gitDirectory: ByteString = "gitdir:"
  static let gitDirectoryFolded: ByteString = "gitdir/i:"
  static let branch: ByteString = "onbranch:"
  static let remoteURL: ByteString = "hasconfig:remote.*.url:"
  static let workTree: ByteString = "worktree:"
  static let workTreeFolded: ByteString = "worktree/i:"

  static let all = [
    gitDirectory, gitDirectoryFolded, branch, remoteURL, workTree, workTreeFolded,
  ]

  /// A condition with a keyword that git knows, taken apart.
  static func split(_ condition: ByteString) -> (keyword: ByteString, pattern: ByteString)? {
    for keyword in all {
      if let pattern = condition.dropping(prefix: keyword) { return (keyword, pattern) }
    }
    return nil
  }

  /// What was meant by a condition whose keyword git does not know; nil if that cannot be told.
  static func guess(_ condition: ByteString) -> Correction? {
    let colon = UInt8(ascii: ":")
    let lower = condition.lowercasedASCII
    let known =
      "git knows 'gitdir:', 'gitdir/i:', 'onbranch:' and 'hasconfig:remote.*.url:' alone"
    func correction(_ keyword: ByteString, _ pattern: ByteString, _ reason: String) -> Correction {
      Correction(keyword: keyword, pattern: pattern, reasons: [reason])
    }
    if lower.hasPrefix("hasconfig") {
      let rest = ByteString(condition.bytes.dropFirst("hasconfig:".utf8.count))
      guard lower.hasPrefix("hasconfig:"), let end = keyEnd(rest) else { return nil }
      return correction(
        remoteURL,
        ByteString(rest.bytes[end...]),
        "the only form of 'hasconfig' is 'hasconfig:remote.*.url:', with this star"
      )
    }
    if let first = condition.bytes.first, "~/.$*".utf8.contains(first) {
      return correction(gitDirectory, condition, "the keyword is missing: \(known)")
    }
    let wordEnd = condition.firstIndex(of: colon)
    let word = ByteString(lower.bytes[..<(wordEnd ?? condition.count)]).trimmed
    if let wordEnd, let meant = meaning(of: word) {
      return correction(
        meant,
        ByteString(condition.bytes[(wordEnd + 1)...]),
        "unknown keyword '\(ByteString(condition.bytes[...wordEnd]))': \(known)"
      )
    }
    // `gitdir=~/work/`, `gitdir ~/work/`.
    for keyword in [gitDirectoryFolded, gitDirectory, branch] {
      let bare = ByteString(keyword.bytes.dropLast())
      guard lower.hasPrefix(bare) else { continue }
      let rest = condition.bytes.dropFirst(bare.count).drop { $0 == 32 || $0 == 9 || $0 == 61 }
      return correction(
        keyword,
        ByteString(rest),
        "after '\(bare)' comes a colon: \(known)"
      )
    }
    return nil
  }

  /// Where the pattern begins after `remote.<name>.url:` in any spelling.
  private static func keyEnd(_ rest: ByteString) -> Int? {
    let lower = rest.lowercasedASCII
    for ending in [".url:", ".pushurl:"] as [ByteString] {
      if lower.hasPrefix("remote"), let range = lower.firstRange(of: ending) {
        return range.upperBound
      }
    }
    return rest.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
  }

  private static let meanings: [(ByteString, [ByteString])] = [
    (gitDirectory, ["gitdir", "dir", "path", "directory", "folder", "repo", "root", "in", "cwd"]),
    (gitDirectoryFolded, ["gitdir/i", "gitdiri", "gitdir/ignorecase", "igitdir"]),
    (branch, ["onbranch", "branch", "head", "ref"]),
    (remoteURL, ["remote", "url", "remoteurl", "hasremote", "remote.*.url", "remote.origin.url"]),
    (workTree, ["worktree"]),
    (workTreeFolded, ["worktree/i"]),
  ]

  private static func meaning(of word: ByteString) -> ByteString? {
    let plain = ByteString(
      word.bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") && $0 != 32 }
    )
    for (keyword, words) in meanings where words.contains(plain) { return keyword }
    let scored = meanings.compactMap { keyword, words in
      words.first.map { (keyword, EditDistance.between($0, plain)) }
    }
    guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= 2 else { return nil }
    return best.0
  }
}

/// How many bytes to insert, delete or replace.
enum EditDistance {
  static func between(_ left: ByteString, _ right: ByteString) -> Int {
    var last = Array(0...right.count)
    for (i, byte) in left.bytes.enumerated() {
      var row = [i + 1]
      for (j, other) in right.bytes.enumerated() {
        row.append(min(last[j + 1] + 1, row[j] + 1, last[j] + (byte == other ? 0 : 1)))
      }
      last = row
    }
    return last[right.count]
  }
}
