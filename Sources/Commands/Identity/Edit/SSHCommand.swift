import ByteKit

/// The value of `core.sshCommand` that makes ssh offer one key only.
///
/// Git hands it to a shell.
enum SSHCommand {
  static func offering(key: ByteString) -> ByteString {
    "ssh -i \(word(key)) -o IdentitiesOnly=yes"
  }

  /// `~/` stays outside the quotes, or the shell would not expand it.
  private static func word(_ path: ByteString) -> ByteString {
    if let rest = path.dropping(prefix: "~/") { return "~/" + quoted(rest) }
    return quoted(path)
  }

  private static func quoted(_ text: ByteString) -> ByteString {
    let isPlain = text.bytes.allSatisfy { byte in
      let lower = byte.lowercasedASCII
      return (lower >= 97 && lower <= 122) || (byte >= 48 && byte <= 57)
        || "_./-".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty { return text }
    return "'\(text.split(on: UInt8(ascii: "'")).joined(separator: "'\\''"))'"
  }

  /// The file after `-i`; nil if the command names none in a form that can be read for sure.
  static func key(in command: ByteString) -> ByteString? {
    let words = words(of: command)
    for (index, word) in words.enumerated() {
      if word == "-i" { return index + 1 < words.count ? words[index + 1] : nil }
      if let path = word.dropping(prefix: "-i"), !path.isEmpty { return path }
    }
    return nil
  }

  /// The words as a shell would cut them, quotes taken off; variables are not expanded.
  private static func words(of command: ByteString) -> [ByteString] {
    var words: [ByteString] = []
    var word: [UInt8] = []
    var isInWord = false
    var quote: UInt8?
    var index = 0
    let bytes = command.bytes
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if let open = quote {
        if byte == open {
          quote = nil
        } else if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\""), index < bytes.count {
          word.append(bytes[index])
          index += 1
        } else {
          word.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        quote = byte
        isInWord = true
      case UInt8(ascii: "\\") where index < bytes.count:
        word.append(bytes[index])
        index += 1
        isInWord = true
      case 32, 9, 10:
        if isInWord { words.append(ByteString(word)) }
        word = []
        isInWord = false
      default:
        word.append(byte)
        isInWord = true
      }
    }
    if isInWord { words.append(ByteString(word)) }
    return words
  }
}
