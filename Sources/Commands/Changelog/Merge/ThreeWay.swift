import ByteKit

/// A three-way merge of lists of lines, as `git merge-file` does it.
enum ThreeWay {
  enum Hunk<Element: Hashable>: Equatable {
    case merged([Element])
    case conflict(ours: [Element], base: [Element], theirs: [Element])
  }

  /// The hunks in order; what both sides changed alike, or only one changed, is merged.
  static func merge<Element: Hashable>(
    base: [Element],
    ours: [Element],
    theirs: [Element]
  ) -> [Hunk<Element>] {
    let oursAt = Dictionary(uniqueKeysWithValues: LineMatches.find(base, ours))
    let theirsAt = Dictionary(uniqueKeysWithValues: LineMatches.find(base, theirs))
    var hunks: [Hunk<Element>] = []
    var (baseStart, oursStart, theirsStart) = (0, 0, 0)
    func close(_ baseEnd: Int, _ oursEnd: Int, _ theirsEnd: Int) {
      let hunk = Self.hunk(
        base: Array(base[baseStart..<baseEnd]),
        ours: Array(ours[oursStart..<oursEnd]),
        theirs: Array(theirs[theirsStart..<theirsEnd])
      )
      append(hunk, to: &hunks)
    }
    for index in base.indices {
      guard let inOurs = oursAt[index], let inTheirs = theirsAt[index] else { continue }
      close(index, inOurs, inTheirs)
      append(.merged([base[index]]), to: &hunks)
      (baseStart, oursStart, theirsStart) = (index + 1, inOurs + 1, inTheirs + 1)
    }
    close(base.count, ours.count, theirs.count)
    return hunks
  }

  private static func hunk<Element: Hashable>(
    base: [Element],
    ours: [Element],
    theirs: [Element]
  ) -> Hunk<Element> {
    if ours == base || ours == theirs { return .merged(theirs) }
    if theirs == base { return .merged(ours) }
    return .conflict(ours: ours, base: base, theirs: theirs)
  }

  private static func append<Element: Hashable>(
    _ hunk: Hunk<Element>,
    to hunks: inout [Hunk<Element>]
  ) {
    guard case .merged(let elements) = hunk else { return hunks.append(hunk) }
    guard !elements.isEmpty else { return }
    if case .merged(let before) = hunks.last {
      hunks[hunks.count - 1] = .merged(before + elements)
    } else {
      hunks.append(hunk)
    }
  }
}
