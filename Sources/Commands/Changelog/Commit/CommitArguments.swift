package import ByteKit

/// The arguments of `git commit`, read as git reads them, so that some can be changed.
package struct CommitArguments: Sendable {
  /// One option as it was understood.
  struct Item: Sendable {
    /// The long name without `no-`; nil for what this list does not know.
    var name: ByteString?
    var isNegated = false
    var value: ByteString?
    /// How it is passed on.
    var words: [ByteString]
  }

  private(set) var items: [Item] = []
  private(set) package var paths: [ByteString] = []
  /// Whether the last option lacks its value, so that git will refuse.
  private(set) package var isIncomplete = false

  package init(_ arguments: [ByteString]) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" || word == "--end-of-options" {
        paths += rest
        break
      }
      if word.hasPrefix("--") {
        readLong(word, &rest)
      } else if word.hasPrefix("-"), word.count > 1 {
        readShort(word, &rest)
      } else {
        paths.append(word)
      }
    }
  }

  // MARK: Reading

  private static let valued: [ByteString] = [
    "author", "cleanup", "date", "file", "fixup", "message", "pathspec-from-file", "reedit-message",
    "reuse-message", "squash", "template", "trailer",
  ]
  private static let optionallyValued: [ByteString] = ["gpg-sign", "untracked-files"]
  private static let flags: [ByteString] = [
    "ahead-behind", "all", "allow-empty", "allow-empty-message", "amend", "branch", "dry-run",
    "edit",
    "include", "interactive", "long", "null", "only", "patch", "pathspec-file-nul", "porcelain",
    "post-rewrite", "quiet", "reset-author", "short", "signoff", "status", "verbose", "verify",
  ]
  private static let letters: [UInt8: ByteString] = [
    UInt8(ascii: "F"): "file", UInt8(ascii: "m"): "message", UInt8(ascii: "c"): "reedit-message",
    UInt8(ascii: "C"): "reuse-message", UInt8(ascii: "t"): "template",
    UInt8(ascii: "S"): "gpg-sign",
    UInt8(ascii: "u"): "untracked-files", UInt8(ascii: "a"): "all", UInt8(ascii: "e"): "edit",
    UInt8(ascii: "i"): "include", UInt8(ascii: "o"): "only", UInt8(ascii: "p"): "patch",
    UInt8(ascii: "q"): "quiet", UInt8(ascii: "s"): "signoff", UInt8(ascii: "v"): "verbose",
    UInt8(ascii: "z"): "null",
  ]

  /// The option that `text` names, abbreviated as git allows; nil if none or several.
  private static func resolve(_ text: ByteString) -> (name: ByteString, isNegated: Bool)? {
    let names = valued + optionallyValued + flags
    if names.contains(text) { return (text, false) }
    if let inner = text.dropping(prefix: "no-"), names.contains(inner) { return (inner, true) }
    let candidates =
      names.filter { $0.hasPrefix(text) }.map { ($0, false) }
      + names.filter { ("no-" + $0).hasPrefix(text) }.map { ($0, true) }
    return candidates.count == 1 ? candidates[0] : nil
  }

  private mutating func readLong(_ word: ByteString, _ rest: inout ArraySlice<ByteString>) {
    let body = ByteString(word.bytes.dropFirst(2))
    let (text, attached) =
      body.splitOnce(on: UInt8(ascii: "=")).map { ($0.head, Optional($0.tail)) } ?? (body, nil)
    guard let (name, isNegated) = Self.resolve(text) else {
      items.append(Item(name: nil, value: nil, words: [word]))
      return
    }
    var item = Item(name: name, isNegated: isNegated, value: attached, words: [word])
    if Self.valued.contains(name), !isNegated, attached == nil {
      if let value = rest.popFirst() {
        item.value = value
        item.words.append(value)
      } else {
        isIncomplete = true
      }
    }
    items.append(item)
  }

  private mutating func readShort(_ word: ByteString, _ rest: inout ArraySlice<ByteString>) {
    var index = 1
    while index < word.count {
      let letter = word.bytes[index]
      let flag = ByteString([UInt8(ascii: "-"), letter])
      let attached = ByteString(word.bytes[(index + 1)...])
      if letter == UInt8(ascii: "n") {
        items.append(Item(name: "verify", isNegated: true, value: nil, words: [flag]))
      } else if let name = Self.letters[letter] {
        if Self.valued.contains(name) {
          readValue(name, flag: flag, attached: attached, &rest)
          return
        }
        if Self.optionallyValued.contains(name) {
          items.append(Item(name: name, value: attached, words: [flag + attached]))
          return
        }
        items.append(Item(name: name, value: nil, words: [flag]))
      } else {
        items.append(Item(name: nil, value: nil, words: [flag + attached]))
        return
      }
      index += 1
    }
  }

  private mutating func readValue(
    _ name: ByteString,
    flag: ByteString,
    attached: ByteString,
    _ rest: inout ArraySlice<ByteString>
  ) {
    if !attached.isEmpty {
      items.append(Item(name: name, value: attached, words: [flag + attached]))
    } else if let value = rest.popFirst() {
      items.append(Item(name: name, value: value, words: [flag, value]))
    } else {
      items.append(Item(name: name, value: nil, words: [flag]))
      isIncomplete = true
    }
  }

  // MARK: What they say

  private func last(_ name: ByteString) -> Item? { items.last { $0.name == name } }

  /// Whether a flag is on in the end; nil if it is not given.
  package func flag(_ name: ByteString) -> Bool? { last(name).map { !$0.isNegated } }

  func has(_ name: ByteString) -> Bool { flag(name) == true }

  package func value(_ name: ByteString) -> ByteString? {
    last(name).flatMap { $0.isNegated ? nil : $0.value }
  }

  /// Whether git makes no commit or one that gets no entry of its own.
  package var isPassedThrough: Bool {
    isIncomplete
      || ["dry-run", "short", "porcelain", "long", "null", "fixup", "squash"].contains(where: has)
      || items.contains { $0.words == ["-h"] || $0.words.first?.hasPrefix("--help") == true }
  }

  /// Whether git opens an editor for the message.
  package var opensEditor: Bool {
    flag("edit") ?? !["message", "file", "reuse-message"].contains(where: has)
  }

  var isInteractive: Bool { has("patch") || has("interactive") }

  /// Whether the files named are committed as they stand, rather than the index.
  ///
  /// `--only --amend` without any commits none of what is staged.
  var commitsPaths: Bool { !paths.isEmpty || has("pathspec-from-file") || has("only") }

  // MARK: Changing

  /// Gives every option `name` another value.
  mutating func setValue(_ name: ByteString, to value: ByteString) {
    for index in items.indices where items[index].name == name && !items[index].isNegated {
      items[index].value = value
      items[index].words = ["--\(name)=\(value)"]
    }
  }

  mutating func remove(_ names: Set<ByteString>) {
    items.removeAll { $0.name.map(names.contains) ?? false }
  }

  mutating func appendPath(_ path: ByteString) { paths.append(path) }

  mutating func removePaths() { paths = [] }

  /// The arguments for git, `extra` after the options.
  package func words(adding extra: [ByteString] = []) -> [ByteString] {
    items.flatMap(\.words) + extra + (paths.isEmpty ? [] : ["--"] + paths)
  }
}
