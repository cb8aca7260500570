package import ByteKit

/// One value of one key, as it stands in one place.
package struct ConfigEntry: Sendable {
  /// Lower case.
  package let section: ByteString
  /// nil without one; bytes as they are.
  package let subsection: ByteString?
  /// Lower case.
  package let name: ByteString
  /// nil for a name without `=`, which is boolean true and otherwise an error.
  package let value: ByteString?
  package let scope: ConfigScope
  package let origin: ConfigOrigin

  /// `section.subsection.name`.
  package var key: ByteString {
    guard let subsection else { return "\(section).\(name)" }
    return "\(section).\(subsection).\(name)"
  }
}

/// A key, split as git splits it: at the first and at the last dot.
package struct ConfigKey: Hashable, Sendable {
  /// Lower case.
  package let section: ByteString
  package let subsection: ByteString?
  /// Lower case.
  package let name: ByteString

  package init(section: ByteString, subsection: ByteString? = nil, name: ByteString) {
    self.section = section.lowercasedASCII
    self.subsection = subsection
    self.name = name.lowercasedASCII
  }

  /// From `section.name` or `section.subsection.name`; nil without a dot.
  package init?(_ text: ByteString) {
    let dot = UInt8(ascii: ".")
    guard let first = text.bytes.firstIndex(of: dot), let last = text.bytes.lastIndex(of: dot)
    else { return nil }
    self.init(
      section: ByteString(text.bytes[..<first]),
      subsection: first == last ? nil : ByteString(text.bytes[(first + 1)..<last]),
      name: ByteString(text.bytes[(last + 1)...])
    )
  }

  package var text: ByteString {
    guard let subsection else { return "\(section).\(name)" }
    return "\(section).\(subsection).\(name)"
  }
}
