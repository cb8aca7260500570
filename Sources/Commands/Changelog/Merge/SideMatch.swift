import ByteKit

/// What became of the base's entries on one side of a merge.
struct SideMatch {
  /// For each entry of the base, the index of the same one on this side; nil: deleted.
  private(set) var successors: [Int?]
  /// The entries of this side that the base does not have.
  private(set) var added: [Int] = []

  init(base: [PlacedBullet], side: [PlacedBullet]) {
    successors = [Int?](repeating: nil, count: base.count)
    var free = Set(side.indices)
    func match(_ baseIndex: Int, _ sideIndex: Int) {
      successors[baseIndex] = sideIndex
      free.remove(sideIndex)
    }
    // Unchanged where it was, then unchanged elsewhere, then reworded.
    for isElsewhere in [false, true] {
      var places: [[ByteString]: [Int]] = [:]
      for index in side.indices where free.contains(index) {
        places[side[index].content, default: []].append(index)
      }
      for index in base.indices where successors[index] == nil {
        let candidates = places[base[index].content] ?? []
        let found = candidates.first {
          free.contains($0) && (isElsewhere || side[$0].place == base[index].place)
        }
        if let found { match(index, found) }
      }
    }
    for (baseIndex, sideIndex) in Self.reworded(base, side, successors, free) {
      match(baseIndex, sideIndex)
    }
    added = side.indices.filter { free.contains($0) }
  }

  /// Pairs what is left: entries that stand in the same gap between unchanged ones of a category if
  /// there are as many on both sides, and entries that have most of their words in common.
  private static func reworded(
    _ base: [PlacedBullet],
    _ side: [PlacedBullet],
    _ successors: [Int?],
    _ free: Set<Int>
  ) -> [(Int, Int)] {
    var free = free
    var left = base.indices.filter { successors[$0] == nil }
    var pairs: [(Int, Int)] = []
    func pair(_ baseIndex: Int, _ sideIndex: Int) {
      pairs.append((baseIndex, sideIndex))
      free.remove(sideIndex)
      left.removeAll { $0 == baseIndex }
    }
    for threshold in [0.5, 0.0] {
      for gap in gaps(base, side, successors) {
        let old = gap.base.filter { left.contains($0) }
        let new = gap.side.filter { free.contains($0) }
        if old.count == new.count, threshold == 0 {
          for (baseIndex, sideIndex) in zip(old, new) { pair(baseIndex, sideIndex) }
          continue
        }
        guard threshold > 0 else { continue }
        for baseIndex in old {
          let best = new.filter { free.contains($0) }
            .max { base[baseIndex].likeness(to: side[$0]) < base[baseIndex].likeness(to: side[$1]) }
          if let best, base[baseIndex].likeness(to: side[best]) >= threshold {
            pair(baseIndex, best)
          }
        }
      }
    }
    for baseIndex in left {
      let best = free.filter { base[baseIndex].likeness(to: side[$0]) >= 0.5 }
        .max {
          (base[baseIndex].likeness(to: side[$0]), -$0) < (
            base[baseIndex].likeness(to: side[$1]), -$1
          )
        }
      if let best { pair(baseIndex, best) }
    }
    return pairs
  }

  private struct Gap {
    var base: [Int] = []
    var side: [Int] = []
  }

  /// Within each category, what stands between two entries that both sides have.
  private static func gaps(
    _ base: [PlacedBullet],
    _ side: [PlacedBullet],
    _ successors: [Int?]
  ) -> [Gap] {
    var gaps: [Gap] = []
    for place in Set(base.map(\.place)) {
      let inBase = base.indices.filter { base[$0].place == place }
      let inSide = side.indices.filter { side[$0].place == place }
      var gap = Gap()
      var next = inSide.startIndex
      for index in inBase {
        guard let successor = successors[index],
          let found = inSide[next...].firstIndex(of: successor)
        else {
          if successors[index] == nil { gap.base.append(index) }
          continue
        }
        gap.side = Array(inSide[next..<found])
        gaps.append(gap)
        gap = Gap()
        next = found + 1
      }
      gap.side = Array(inSide[next...])
      gaps.append(gap)
    }
    return gaps
  }
}
