import ByteKit

/// Which names of refs cannot stand beside those that are there: `a` is a file where `a/b` needs a
/// folder.
///
/// Made once for all refs, so that each question costs no more than the name's length.
struct NameConflicts {
  private var names: Set<ByteString> = []
  /// A ref below each folder.
  private var folders: [ByteString: ByteString] = [:]

  init(_ names: some Sequence<ByteString>) { for name in names { add(name) } }

  mutating func add(_ name: ByteString) {
    names.insert(name)
    // Whoever has a folder has those above it.
    for folder in Self.folders(above: name) where folders.updateValue(name, forKey: folder) != nil {
      return
    }
  }

  /// A ref that cannot stand beside `name`; nil if none does.
  func first(with name: ByteString) -> ByteString? {
    folders[name] ?? Self.folders(above: name).first(where: names.contains)
  }

  /// From the nearest up: of `refs/heads/a/b` `refs/heads/a`, `refs/heads`, `refs`.
  private static func folders(
    above name: ByteString
  ) -> some Sequence<ByteString> {
    sequence(first: name) { name in
      name.bytes.lastIndex(of: UInt8(ascii: "/")).map { ByteString(name.bytes[..<$0]) }
    }.dropFirst()
  }
}
