import ByteKit

/// A host's URL that compares two revisions, taken apart.
///
/// Known are the forms `…/compare/old...new` (GitHub, GitLab, Gitea, Forgejo, also with two dots),
/// Bitbucket's `…/branches/compare/new%0Dold`, and Azure DevOps' `baseVersion=GTold&targetVersion=GTnew`.
struct CompareTarget: Equatable {
  private var prefix: ByteString
  private var separator: ByteString
  private var suffix: ByteString
  private var isNewestFirst: Bool
  /// Azure's marks `GT` (tag) and `GB` (branch) before each revision.
  private var isMarked: Bool
  var old: ByteString
  var new: ByteString

  /// Nil for a URL of another kind.
  init?(_ target: ByteString) {
    guard let scan = Self.paths(target) ?? Self.queries(target) else { return nil }
    self = scan
  }

  private init(
    prefix: ByteString,
    left: ByteString,
    separator: ByteString,
    right: ByteString,
    suffix: ByteString,
    isNewestFirst: Bool,
    isMarked: Bool
  ) {
    self.prefix = prefix
    self.separator = separator
    self.suffix = suffix
    self.isNewestFirst = isNewestFirst
    self.isMarked = isMarked
    old = isNewestFirst ? right : left
    new = isNewestFirst ? left : right
  }

  private static func paths(_ target: ByteString) -> CompareTarget? {
    guard let compare = target.firstRange(of: "/compare/") else { return nil }
    let bytes = target.bytes
    let end =
      bytes[compare.upperBound...].firstIndex {
        $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
      } ?? bytes.count
    let range = ByteString(bytes[compare.upperBound..<end])
    for separator: ByteString in ["...", "%0D", "%0d", ".."] {
      guard let cut = range.firstRange(of: separator) else { continue }
      return CompareTarget(
        prefix: ByteString(bytes[..<compare.upperBound]),
        left: ByteString(range.bytes[..<cut.lowerBound]),
        separator: separator,
        right: ByteString(range.bytes[cut.upperBound...]),
        suffix: ByteString(bytes[end...]),
        isNewestFirst: target.contains("/branches/compare/"),
        isMarked: false
      )
    }
    return nil
  }

  private static func queries(_ target: ByteString) -> CompareTarget? {
    guard let base = target.firstRange(of: "baseVersion=G"),
      let between = target.firstRange(of: "&targetVersion=G"), between.lowerBound > base.upperBound
    else { return nil }
    let bytes = target.bytes
    let end =
      bytes[between.upperBound...].firstIndex {
        $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#")
      } ?? bytes.count
    guard end > between.upperBound else { return nil }
    return CompareTarget(
      prefix: ByteString(bytes[..<base.upperBound]),
      left: ByteString(bytes[(base.upperBound + 1)..<between.lowerBound]),
      separator: ByteString(bytes[between]),
      right: ByteString(bytes[(between.upperBound + 1)..<end]),
      suffix: ByteString(bytes[end...]),
      isNewestFirst: false,
      isMarked: true
    )
  }

  /// The URL between two revisions; `new` nil keeps the revision that is there (a branch, HEAD).
  func url(from old: ByteString, to new: ByteString?) -> ByteString {
    let oldMark: ByteString = isMarked ? "T" : ""
    let newMark: ByteString = isMarked ? (new == nil ? "B" : "T") : ""
    let (oldSide, newSide) = (oldMark + old, newMark + (new ?? self.new))
    return prefix + (isNewestFirst ? newSide : oldSide) + separator
      + (isNewestFirst ? oldSide : newSide) + suffix
  }
}
