package import ByteKit
import ConfigKit

/// A fetch refspec, `+refs/heads/*:refs/remotes/origin/*`, read and applied as git does.
///
/// Source: git's refspec.c (`parse_refspec`) and remote.c (`match_name_with_pattern`).
package struct Refspec: Hashable, Sendable {
  /// What is fetched; empty means HEAD.
  package let source: ByteString
  /// Where it is stored; nil or empty: nowhere.
  package let destination: ByteString?
  package let isForced: Bool
  /// `^source`: what matches is left out.
  package let isNegative: Bool
  package let isPattern: Bool

  /// Parses a fetch refspec; nil if git would die of it ("invalid refspec").
  package init?(fetch text: ByteString) {
    var rest = text.bytes[...]
    isForced = rest.first == UInt8(ascii: "+")
    isNegative = rest.first == UInt8(ascii: "^")
    if isForced || isNegative { rest = rest.dropFirst() }
    let colon = rest.lastIndex(of: UInt8(ascii: ":"))
    if isNegative, colon != nil { return nil }

    let left = ByteString(rest[..<(colon ?? rest.endIndex)])
    let right = colon.map { ByteString(rest[($0 + 1)...]) }
    let star = UInt8(ascii: "*")
    let leftHasStar = left.bytes.contains(star)
    let rightHasStar = right?.bytes.contains(star) ?? false
    if right == nil {
      if leftHasStar, !isNegative { return nil }
    } else if leftHasStar != rightHasStar {
      return nil
    }
    isPattern = leftHasStar

    let isExact = Self.isObjectID(left)
    if isNegative, left.isEmpty || isExact { return nil }
    source = left == "@" ? "HEAD" : left
    if !left.isEmpty, !isExact, !RefName.isWellFormed(source, isPattern: isPattern) { return nil }
    if let right, !right.isEmpty, !RefName.isWellFormed(right, isPattern: isPattern) { return nil }
    destination = right
  }

  /// Whether this is a whole object id, which may be fetched too.
  private static func isObjectID(_ text: ByteString) -> Bool {
    (text.count == 40 || text.count == 64)
      && text.bytes.allSatisfy(\.isHexDigit)
  }

  /// Where the remote's reference `name` is stored by this refspec alone; nil: it does not match,
  /// or is not stored.
  func destination(of name: ByteString) -> ByteString? {
    guard let destination, !isNegative else { return nil }
    return Self.map(name, from: source, to: destination, isPattern: isPattern)
  }

  /// Whether this refspec stores something in the local reference `name`, so that a pruning
  /// fetch looks after it.
  package func stores(_ name: ByteString) -> Bool {
    guard let destination, !isNegative else { return false }
    return Self.map(name, from: destination, to: destination, isPattern: isPattern) != nil
  }

  /// `name` with what `from` matches replaced by `to`.
  static func map(
    _ name: ByteString,
    from: ByteString,
    to: ByteString,
    isPattern: Bool
  ) -> ByteString? {
    guard isPattern else { return name == from ? to : nil }
    guard let (head, tail) = from.splitOnce(on: UInt8(ascii: "*")) else { return nil }
    guard name.count >= head.count + tail.count, name.hasPrefix(head), name.hasSuffix(tail) else {
      return nil
    }
    guard let (before, after) = to.splitOnce(on: UInt8(ascii: "*")) else { return nil }
    let matched = name.bytes[head.count..<(name.count - tail.count)]
    return ByteString(before.bytes + matched + after.bytes)
  }
}

extension Refspec: CustomStringConvertible {
  package var description: String {
    let mark = isForced ? "+" : isNegative ? "^" : ""
    return mark + source.text + (destination.map { ":\($0.text)" } ?? "")
  }
}

extension Sequence<Refspec> {
  /// Where a fetch with these refspecs stores the remote's reference `name`; nil: nowhere.
  ///
  /// Exactly git's answer (`query_refspecs`): the first that matches counts, unless a negative one
  /// applies.
  package func trackingRef(of name: ByteString) -> ByteString? {
    guard !isExcluded(name) else { return nil }
    for refspec in self {
      guard let destination = refspec.destination(of: name) else { continue }
      return destination.isEmpty ? nil : destination
    }
    return nil
  }

  /// Whether a negative refspec leaves `name` out.
  ///
  /// Git asks this of what the positive refspecs give when they are read backwards
  /// (`query_matches_negative_refspec`), for a remote's name too: so a plain pattern into another
  /// name space is not held back by a negative refspec.
  private func isExcluded(_ name: ByteString) -> Bool {
    let negatives = filter(\.isNegative)
    if negatives.isEmpty { return false }
    var sources: [ByteString] = []
    for refspec in self where !refspec.isNegative {
      if refspec.isPattern {
        let key = refspec.destination ?? refspec.source
        let found = Refspec.map(name, from: key, to: refspec.source, isPattern: true)
        if let found { sources.append(found) }
      } else if refspec.source == name {
        sources.append(name)
      }
    }
    return sources.contains { source in
      negatives.contains {
        Refspec.map(source, from: $0.source, to: $0.source, isPattern: $0.isPattern) != nil
      }
    }
  }
}
