package import ByteKit

/// A version by Semantic Versioning 2.0.0, ordered by its precedence (<https://semver.org>).
///
/// Build metadata is kept for writing and ignored by the order, so two versions may be neither
/// smaller nor equal in spelling; `==` compares precedence too.
package struct Version: Sendable {
  package var major: UInt64
  package var minor: UInt64
  package var patch: UInt64
  /// The dot-separated identifiers after `-`; empty for a final version.
  package var prerelease: [Identifier]
  /// The text after `+`, without it; empty if there is none.
  package var build: ByteString

  package init(
    _ major: UInt64,
    _ minor: UInt64,
    _ patch: UInt64,
    prerelease: [Identifier] = [],
    build: ByteString = ""
  ) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.build = build
  }

  /// Reads `X.Y.Z[-pre][+build]` with the specification's rules (no `v`, no leading zeros), or nil.
  package init?(parsing text: ByteString) {
    var rest = text
    var build: ByteString = ""
    if let (head, tail) = rest.splitOnce(on: UInt8(ascii: "+")) {
      guard tail.split(on: UInt8(ascii: ".")).allSatisfy(Identifier.isWellFormed) else {
        return nil
      }
      (rest, build) = (head, tail)
    }
    var prerelease: [Identifier] = []
    if let (head, tail) = rest.splitOnce(on: UInt8(ascii: "-")) {
      for piece in tail.split(on: UInt8(ascii: ".")) {
        guard let identifier = Identifier(parsing: piece) else { return nil }
        prerelease.append(identifier)
      }
      rest = head
    }
    let numbers = rest.split(on: UInt8(ascii: ".")).map(Identifier.number)
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2]
    else { return nil }
    self.init(major, minor, patch, prerelease: prerelease, build: build)
  }

  package var isPrerelease: Bool { !prerelease.isEmpty }

  /// This version without pre-release and build: `1.2.3-rc.1` has the core `1.2.3`.
  package var core: Version { Version(major, minor, patch) }
}

extension Version: Comparable {
  package static func == (left: Self, right: Self) -> Bool {
    left.core.numbers == right.core.numbers && left.prerelease == right.prerelease
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.numbers != right.numbers {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    if left.isPrerelease != right.isPrerelease { return left.isPrerelease }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }

  private var numbers: [UInt64] { [major, minor, patch] }
}

extension Version: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
    hasher.combine(prerelease)
  }
}

extension Version: CustomStringConvertible {
  package var description: String { spelling.text }

  /// The version as a tag or heading spells it, without `v`.
  package var spelling: ByteString {
    var text: ByteString = "\(major).\(minor).\(patch)"
    if isPrerelease { text += "-" + prerelease.map(\.spelling).joined(separator: ".") }
    if !build.isEmpty { text += "+" + build }
    return text
  }
}
