import ByteKit

/// Rules for what follows `git-` in the name of a command.
enum CommandName {
  /// With `git-` in front, or without: both are understood everywhere.
  static func plain(_ name: ByteString) -> ByteString { name.dropping(prefix: "git-") ?? name }

  /// Why a new command should not have this name; nil if it may.
  ///
  /// Git would run others too, but completion calls `_git_<name>` with `_` for `-`, which many
  /// characters cannot stand in, and names that differ by case are one file on some disks.
  static func problem(_ name: ByteString) -> String? {
    let bytes = name.bytes
    guard let first = bytes.first else { return "a command needs a name" }
    guard isLowercase(first) else { return "a command's name begins with a letter from a to z" }
    guard bytes.allSatisfy({ isLowercase($0) || isDigit($0) || $0 == UInt8(ascii: "-") }) else {
      return "a command's name has only letters from a to z, digits and '-', "
        + "so that completion knows it and every disk can hold it"
    }
    return bytes.count > longest ? "a command's name has at most \(longest) characters" : nil
  }

  /// Whether the name of a collection is safe as the name of a folder and of a section.
  static func isCollection(_ name: ByteString) -> Bool {
    guard let first = name.bytes.first, isWord(first), name.count <= longest else { return false }
    return name.bytes.allSatisfy { isWord($0) || "._-".utf8.contains($0) }
      && !name.hasSuffix(".part") && !name.hasSuffix(".lock")
  }

  /// The name that a collection gets from its address: the last part, without `.git`.
  static func collection(from address: ByteString) -> ByteString? {
    let separators = Set("/:\\".utf8)
    let last = address.bytes.split(whereSeparator: { separators.contains($0) })
      .last { !ByteString($0).trimmed.isEmpty && ByteString($0) != ".git" }
    guard let last else { return nil }
    let name = ByteString(last)
    let plain = name.dropping(suffix: ".git") ?? name
    return isCollection(plain) ? plain : nil
  }

  private static let longest = 60

  private static func isLowercase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLowercase(byte.lowercasedASCII) || isDigit(byte)
  }
}
