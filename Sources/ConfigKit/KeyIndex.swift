import ByteKit

/// Finds a key's entries without a walk through all: a hash table over positions.
///
/// Built of plain numbers, since a dictionary of byte strings would cost more than reading the
/// files.
struct KeyIndex: Sendable {
  /// For each slot the last entry whose key falls there; -1 for none.
  private let slots: [Int32]
  /// For each entry the one before it in its slot; -1 for none.
  private let previous: [Int32]

  init(_ entries: [ConfigEntry]) {
    var size = 16
    while size < entries.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    var previous = [Int32](repeating: -1, count: entries.count)
    for (position, entry) in entries.enumerated() {
      let slot = Self.hash(entry.section, entry.subsection, entry.name) & (size - 1)
      previous[position] = slots[slot]
      slots[slot] = Int32(truncatingIfNeeded: position)
    }
    self.slots = slots
    self.previous = previous
  }

  func last(_ key: ConfigKey, in entries: [ConfigEntry]) -> Int? {
    var position = first(key)
    while position >= 0 {
      if Self.matches(entries[position], key) { return position }
      position = Int(previous[position])
    }
    return nil
  }

  func all(_ key: ConfigKey, in entries: [ConfigEntry]) -> [Int] {
    var found: [Int] = []
    var position = first(key)
    while position >= 0 {
      if Self.matches(entries[position], key) { found.append(position) }
      position = Int(previous[position])
    }
    return found.reversed()
  }

  private func first(_ key: ConfigKey) -> Int {
    Int(slots[Self.hash(key.section, key.subsection, key.name) & (slots.count - 1)])
  }

  private static func matches(_ entry: ConfigEntry, _ key: ConfigKey) -> Bool {
    entry.name == key.name && entry.subsection == key.subsection && entry.section == key.section
  }

  /// FNV-1a.
  private static func hash(
    _ section: ByteString,
    _ subsection: ByteString?,
    _ name: ByteString
  ) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ text: ByteString) {
      for byte in text.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      hash = (hash ^ 0x100) &* 0x100_0000_01b3
    }
    add(section)
    if let subsection { add(subsection) }
    add(name)
    return Int(truncatingIfNeeded: hash >> 16 ^ hash)
  }
}
