package import ByteKit

/// Git's glob matching (`wildmatch`): what `includeIf` conditions and `git branch --list` use.
package enum Wildmatch {
  package struct Options: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `*`, `?` and `[...]` do not match a slash; `**` between slashes does.
    package static let pathname = Self(rawValue: 1)
    /// ASCII letters match in either case.
    package static let caseFold = Self(rawValue: 2)
  }

  /// Whether all of `text` matches `pattern`; a NUL ends either, as in C.
  package static func matches(
    _ text: ByteString,
    _ pattern: ByteString,
    _ options: Options = .pathname
  ) -> Bool {
    matches(text.bytes[...], pattern.bytes[...], options)
  }

  package static func matches(
    _ text: ArraySlice<UInt8>,
    _ pattern: ArraySlice<UInt8>,
    _ options: Options
  ) -> Bool {
    var matcher = WildmatchMatcher(pattern: pattern, text: text, options: options)
    return matcher.match(pattern.startIndex, text.startIndex) == .match
  }
}

/// One match in progress.
///
/// A failed attempt says how far back it is worth trying again, which keeps most patterns linear;
/// for the rest every pair of positions is judged once only.
private struct WildmatchMatcher {
  enum Verdict: UInt8 {
    case match
    /// This attempt fails; a longer match of the star before it may succeed.
    case noMatch
    /// No star can help.
    case abortAll
    /// No star that stops at slashes can help.
    case abortToStarStar
  }

  let pattern: ArraySlice<UInt8>
  let text: ArraySlice<UInt8>
  let isPathname: Bool
  let foldsCase: Bool
  var depth = 0
  var attempts = 0
  var judged: [Int: Verdict] = [:]

  /// Attempts before verdicts are remembered: ordinary patterns never get there.
  static let attemptsWithoutMemory = 512

  /// Stars that may be open at once, so that no pattern can exhaust the stack.
  static let deepest = 250

  init(pattern: ArraySlice<UInt8>, text: ArraySlice<UInt8>, options: Wildmatch.Options) {
    self.pattern = pattern
    self.text = text
    isPathname = options.contains(.pathname)
    foldsCase = options.contains(.caseFold)
  }

  private func patternByte(_ index: Int) -> UInt8 {
    index < pattern.endIndex ? pattern[index] : 0
  }

  private func textByte(_ index: Int) -> UInt8 { index < text.endIndex ? text[index] : 0 }

  private func folded(_ byte: UInt8) -> UInt8 { foldsCase ? byte.lowercasedASCII : byte }

  private func firstSlash(from start: Int) -> Int? {
    var index = start
    while true {
      switch textByte(index) {
      case 0: return nil
      case UInt8(ascii: "/"): return index
      default: index += 1
      }
    }
  }

  mutating func match(_ patternStart: Int, _ textStart: Int) -> Verdict {
    guard depth < Self.deepest else { return .abortAll }
    depth += 1
    defer { depth -= 1 }
    attempts += 1
    guard attempts > Self.attemptsWithoutMemory else { return judge(patternStart, textStart) }
    let key = patternStart * (text.endIndex + 1) + textStart
    if let verdict = judged[key] { return verdict }
    let verdict = judge(patternStart, textStart)
    judged[key] = verdict
    return verdict
  }

  private mutating func judge(_ patternStart: Int, _ textStart: Int) -> Verdict {
    var p = patternStart
    var t = textStart
    while true {
      var wanted = patternByte(p)
      if wanted == 0 { break }
      let found = textByte(t)
      if found == 0, wanted != UInt8(ascii: "*") { return .abortAll }
      switch wanted {
      case UInt8(ascii: "?"):
        if isPathname, found == UInt8(ascii: "/") { return .noMatch }
      case UInt8(ascii: "*"):
        switch star(&p, &t, patternStart) {
        case .none: break
        case .some(let verdict): return verdict
        }
      case UInt8(ascii: "["):
        switch set(&p, folded(found)) {
        case .none: return .abortAll
        case .some(let isMember):
          if !isMember || (isPathname && found == UInt8(ascii: "/")) { return .noMatch }
        }
      case UInt8(ascii: "\\"):
        // The escaped byte stands for itself even where case is folded.
        p += 1
        wanted = patternByte(p)
        if folded(found) != wanted { return .noMatch }
      default:
        if folded(found) != folded(wanted) { return .noMatch }
      }
      p += 1
      t += 1
    }
    return textByte(t) == 0 ? .match : .noMatch
  }

  /// Matches from a star on; nil if the star was settled (`*/`) and matching goes on behind it.
  private mutating func star(_ p: inout Int, _ t: inout Int, _ patternStart: Int) -> Verdict? {
    let before = p - 1
    p += 1
    var crossesSlashes = !isPathname
    if patternByte(p) == UInt8(ascii: "*") {
      while patternByte(p) == UInt8(ascii: "*") { p += 1 }
      let next = patternByte(p)
      let endsSegment =
        next == 0 || next == UInt8(ascii: "/")
        || (next == UInt8(ascii: "\\") && patternByte(p + 1) == UInt8(ascii: "/"))
      if isPathname, endsSegment,
        before < patternStart || patternByte(before) == UInt8(ascii: "/")
      {
        // `a/**/b` matches `a/b`: the stars and one slash may stand for nothing.
        if next == UInt8(ascii: "/"), match(p + 1, t) == .match { return .match }
        crossesSlashes = true
      }
    }
    let next = patternByte(p)
    if next == 0 {
      return crossesSlashes || firstSlash(from: t) == nil ? .match : .noMatch
    }
    if !crossesSlashes, next == UInt8(ascii: "/") {
      guard let slash = firstSlash(from: t) else { return .noMatch }
      t = slash
      return nil
    }
    let isLiteral: Bool =
      switch next {
      case UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"): false
      default: true
      }
    while textByte(t) != 0 {
      if isLiteral {
        // What follows the star is a plain byte: go straight to where it stands.
        let wanted = folded(next)
        while textByte(t) != 0, crossesSlashes || textByte(t) != UInt8(ascii: "/"),
          folded(textByte(t)) != wanted
        {
          t += 1
        }
        if textByte(t) == 0 || folded(textByte(t)) != wanted { return .noMatch }
      }
      let verdict = match(p, t)
      if verdict != .noMatch {
        if !crossesSlashes || verdict != .abortToStarStar { return verdict }
      } else if !crossesSlashes, textByte(t) == UInt8(ascii: "/") {
        return .abortToStarStar
      }
      t += 1
    }
    return .abortAll
  }

  /// Whether `byte` is in the set that begins at `p`, which is left at its `]`; nil if it never
  /// ends or names an unknown class.
  private func set(_ p: inout Int, _ byte: UInt8) -> Bool? {
    p += 1
    let isNegated =
      patternByte(p) == UInt8(ascii: "!") || patternByte(p) == UInt8(ascii: "^")
    if isNegated { p += 1 }
    var isMember = false
    var previous: UInt8 = 0
    var isFirst = true
    while isFirst || patternByte(p) != UInt8(ascii: "]") {
      isFirst = false
      var current = patternByte(p)
      switch current {
      case 0:
        return nil
      case UInt8(ascii: "\\"):
        p += 1
        current = patternByte(p)
        if current == 0 { return nil }
        if byte == current { isMember = true }
      case UInt8(ascii: "-")
      where previous != 0 && patternByte(p + 1) != 0 && patternByte(p + 1) != UInt8(ascii: "]"):
        p += 1
        var last = patternByte(p)
        if last == UInt8(ascii: "\\") {
          p += 1
          last = patternByte(p)
          if last == 0 { return nil }
        }
        if byte >= previous && byte <= last {
          isMember = true
        } else if foldsCase, isLower(byte), byte - 32 >= previous, byte - 32 <= last {
          isMember = true
        }
        current = 0
      case UInt8(ascii: "[") where patternByte(p + 1) == UInt8(ascii: ":"):
        let nameStart = p + 2
        var end = nameStart
        while patternByte(end) != 0, patternByte(end) != UInt8(ascii: "]") { end += 1 }
        if patternByte(end) == 0 { return nil }
        if end - nameStart >= 1, patternByte(end - 1) == UInt8(ascii: ":") {
          guard let isInClass = isIn(pattern[nameStart..<(end - 1)], byte) else { return nil }
          if isInClass { isMember = true }
          current = 0
          p = end
        } else if byte == current {
          // No `:]`: the bracket is an ordinary member.
          isMember = true
        }
      default:
        if byte == current { isMember = true }
      }
      previous = current
      p += 1
    }
    return isMember != isNegated
  }

  private func isLower(_ byte: UInt8) -> Bool { byte >= 97 && byte <= 122 }

  /// Whether `byte` is in the named POSIX class (ASCII only); nil if there is no such class.
  private func isIn(_ name: ArraySlice<UInt8>, _ byte: UInt8) -> Bool? {
    let isUpper = byte >= 65 && byte <= 90
    let isGraph = byte > 32 && byte < 127
    return switch String(decoding: name, as: UTF8.self) {
    case "alnum": byte.isASCIILetterOrDigit
    case "alpha": byte.isASCIILetter
    case "blank": byte.isBlank
    case "cntrl": byte.isControl
    case "digit": byte.isASCIIDigit
    case "graph": isGraph
    case "lower": isLower(byte)
    case "print": isGraph || byte == 32
    case "punct": isGraph && !byte.isASCIILetterOrDigit
    case "space": byte.isSpace
    case "upper": isUpper || (foldsCase && isLower(byte))
    case "xdigit": byte.isHexDigit
    default: nil
    }
  }
}
