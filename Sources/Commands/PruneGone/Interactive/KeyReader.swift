/// Turns the bytes that a terminal sends into keys.
struct KeyReader: Sendable {
  private var pending: [UInt8] = []

  /// Takes bytes and gives the keys that are complete.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [Choice.Key] {
    pending += bytes
    var keys: [Choice.Key] = []
    while let first = pending.first {
      if first == 0x1b {
        guard let length = sequenceLength else { break }
        if let key = Self.sequences[Array(pending[1..<length])] { keys.append(key) }
        pending.removeFirst(length)
      } else {
        if let key = Self.singles[first] { keys.append(key) }
        pending.removeFirst()
      }
    }
    return keys
  }

  /// Nothing came for a moment: a lone escape is the key itself.
  mutating func settle() -> [Choice.Key] {
    defer { pending = [] }
    return pending == [0x1b] ? [.cancel] : []
  }

  /// The length of the escape sequence at the front (ECMA-48: CSI, or SS3 and one letter); nil while
  /// it is incomplete.
  private var sequenceLength: Int? {
    guard pending.count >= 2 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "O"): return pending.count >= 3 ? 3 : nil
    case UInt8(ascii: "["):
      return pending[2...].firstIndex { (0x40...0x7e).contains($0) }.map { $0 + 1 }
    // Escape and another key: the escape counts by itself.
    default: return 1
    }
  }

  private static let singles: [UInt8: Choice.Key] = [
    UInt8(ascii: "k"): .up, UInt8(ascii: "j"): .down, UInt8(ascii: " "): .toggle,
    UInt8(ascii: "a"): .toggleAll, UInt8(ascii: "g"): .first, UInt8(ascii: "G"): .last,
    UInt8(ascii: "q"): .cancel, 0x0a: .accept, 0x0d: .accept,
    // Ctrl-P, Ctrl-N, Ctrl-B, Ctrl-F, Ctrl-D, which ends input, and Ctrl-Z.
    0x10: .up, 0x0e: .down, 0x02: .pageUp, 0x06: .pageDown, 0x04: .cancel, 0x1a: .suspend,
  ]

  private static let sequences: [[UInt8]: Choice.Key] = {
    let texts: [(String, Choice.Key)] = [
      ("[A", .up), ("OA", .up), ("[B", .down), ("OB", .down), ("[5~", .pageUp),
      ("[6~", .pageDown), ("[H", .first), ("OH", .first), ("[1~", .first), ("[7~", .first),
      ("[F", .last), ("OF", .last), ("[4~", .last), ("[8~", .last), ("", .cancel),
    ]
    return Dictionary(uniqueKeysWithValues: texts.map { (Array($0.0.utf8), $0.1) })
  }()
}
