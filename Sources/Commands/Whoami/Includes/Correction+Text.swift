import ByteKit

/// Changes that make sense in patterns of every kind.
extension Correction {
  /// Without blanks at both ends.
  static func trimming(_ correction: Correction) -> [Correction] {
    let trimmed = correction.pattern.trimmed
    guard trimmed != correction.pattern else { return [] }
    let isLeading = correction.pattern.bytes.first != trimmed.bytes.first
    return [
      correction.changed(
        to: trimmed,
        isLeading
          ? "the blank after the colon is part of the pattern: git trims nothing"
          : "the blank at the end is part of the pattern: git trims nothing"
      )
    ]
  }

  /// `**` where `*` stands as a whole component, or glued to other text.
  static func doublingStars(_ correction: Correction) -> [Correction] {
    let slash = UInt8(ascii: "/")
    let parts = correction.pattern.split(on: slash)
    var found: [Correction] = []
    if parts.contains("*") {
      let reason = "'*' stops at '/': '**' goes across"
      if parts.last == "*" {
        let pattern = (Array(parts.dropLast()) + ["**"]).joined(separator: "/")
        found.append(correction.changed(to: pattern, reason))
      }
      let pattern = parts.map { $0 == "*" ? "**" : $0 }.joined(separator: "/")
      found.append(correction.changed(to: pattern, reason))
    }
    if parts.contains(where: { $0.isGluedStars }) {
      let pattern = parts.map { $0.isGluedStars ? $0.withSingleStars : $0 }
      let reason = "'**' glued to other text is only '*': it goes across '/' alone between slashes"
      let folder = pattern.last?.isEmpty == true ? pattern : pattern + [""]
      found.append(correction.changed(to: folder.joined(separator: "/"), reason))
      found.append(
        correction.changed(to: (pattern + ["**"]).joined(separator: "/"), reason)
      )
    }
    return found
  }

  /// Everything below, too.
  static func addingSlash(_ correction: Correction) -> [Correction] {
    let pattern = correction.pattern
    guard !pattern.isEmpty, pattern.bytes.last != UInt8(ascii: "/"), !pattern.hasSuffix("/*"),
      !pattern.hasSuffix("**"), pattern.trimmed == pattern
    else { return [] }
    let reason =
      correction.keyword.hasPrefix("onbranch")
      ? "without '/' at its end it means the one branch, not those below it"
      : "without '/' at its end it means the git directory itself, not what is below"
    return [correction.changed(to: pattern + "/", reason)]
  }

  /// `//` as `/`.
  static func collapsingSlashes(_ correction: Correction) -> [Correction] {
    let collapsed = correction.pattern.withSingleSlashes
    guard collapsed != correction.pattern else { return [] }
    return [correction.changed(to: collapsed, "'//' is not '/': git does not tidy patterns")]
  }
}

extension ByteString {
  private static let star = UInt8(ascii: "*")

  /// `**` beside something else in one component.
  fileprivate var isGluedStars: Bool { self != "**" && contains("**") }

  fileprivate var withSingleStars: ByteString {
    var result: [UInt8] = []
    for byte in bytes where byte != Self.star || result.last != Self.star { result.append(byte) }
    return ByteString(result)
  }

  var withSingleSlashes: ByteString {
    let slash = UInt8(ascii: "/")
    var result: [UInt8] = []
    for byte in bytes where byte != slash || result.last != slash { result.append(byte) }
    return ByteString(result)
  }

  /// Up to the first character that means something in a glob.
  var literalPrefix: ByteString {
    ByteString(bytes.prefix { !$0.isGlob })
  }

  var isLiteral: Bool { !bytes.contains(where: \.isGlob) }

  /// As a pattern that matches only this.
  var globEscaped: ByteString {
    ByteString(bytes.flatMap { $0.isGlob ? [UInt8(ascii: "\\"), $0] : [$0] })
  }

  /// The pattern with its literal beginning as `text` spells it, if only case differs there.
  func respelled(like text: ByteString) -> ByteString? {
    let count = literalPrefix.count
    guard count > 0, text.count >= count else { return nil }
    let spelled = ByteString(text.bytes[..<count])
    guard spelled.lowercasedASCII == ByteString(bytes[..<count]).lowercasedASCII else { return nil }
    return spelled + ByteString(bytes[count...])
  }
}

extension UInt8 {
  /// `*`, `?`, `[` and `\`.
  var isGlob: Bool {
    self == UInt8(ascii: "*") || self == UInt8(ascii: "?") || self == UInt8(ascii: "[")
      || self == UInt8(ascii: "\\")
  }
}
