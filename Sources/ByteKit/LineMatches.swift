/// Which elements of two lists are the same, in increasing order: patience diff.
///
/// Elements that occur once on either side anchor the rest, since most lines of a changelog do;
/// between anchors the longest common subsequence is taken.
package enum LineMatches {
  /// The pairs of indices that match.
  package static func find<Element: Hashable>(_ left: [Element], _ right: [Element]) -> [(Int, Int)]
  {
    var pairs: [(Int, Int)] = []
    match(left[...], right[...], into: &pairs)
    return pairs
  }

  private static func match<Element: Hashable>(
    _ left: ArraySlice<Element>,
    _ right: ArraySlice<Element>,
    into pairs: inout [(Int, Int)]
  ) {
    var (left, right) = (left, right)
    while let first = left.first, first == right.first {
      pairs.append((left.startIndex, right.startIndex))
      left = left.dropFirst()
      right = right.dropFirst()
    }
    var tail: [(Int, Int)] = []
    while let last = left.last, last == right.last {
      tail.append((left.endIndex - 1, right.endIndex - 1))
      left = left.dropLast()
      right = right.dropLast()
    }
    defer { pairs += tail.reversed() }
    guard !left.isEmpty, !right.isEmpty else { return }
    let anchors = anchors(left, right)
    guard !anchors.isEmpty else { return commonSubsequence(left, right, into: &pairs) }
    var (leftStart, rightStart) = (left.startIndex, right.startIndex)
    for (leftIndex, rightIndex) in anchors {
      match(left[leftStart..<leftIndex], right[rightStart..<rightIndex], into: &pairs)
      pairs.append((leftIndex, rightIndex))
      (leftStart, rightStart) = (leftIndex + 1, rightIndex + 1)
    }
    match(left[leftStart...], right[rightStart...], into: &pairs)
  }

  /// The elements that occur once on both sides, as many as keep their order.
  private static func anchors<Element: Hashable>(
    _ left: ArraySlice<Element>,
    _ right: ArraySlice<Element>
  ) -> [(Int, Int)] {
    func unique(_ elements: ArraySlice<Element>) -> [Element: Int] {
      var places: [Element: Int?] = [:]
      for index in elements.indices {
        places[elements[index]] = places[elements[index]] == nil ? .some(index) : .some(nil)
      }
      return places.compactMapValues { $0 }
    }
    let rightPlaces = unique(right)
    let candidates = unique(left).compactMap { element, index in
      rightPlaces[element].map { (index, $0) }
    }.sorted { $0.0 < $1.0 }
    // The longest run of candidates that increases on the right, too.
    var piles: [Int] = []
    var previous = [Int?](repeating: nil, count: candidates.count)
    for (index, candidate) in candidates.enumerated() {
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if candidates[piles[middle]].1 < candidate.1 { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? piles[low - 1] : nil
      if low == piles.count { piles.append(index) } else { piles[low] = index }
    }
    var chain: [(Int, Int)] = []
    var next = piles.last
    while let index = next {
      chain.append(candidates[index])
      next = previous[index]
    }
    return chain.reversed()
  }

  /// The longest common subsequence by its table; nothing is matched where that would be too large.
  private static func commonSubsequence<Element: Hashable>(
    _ left: ArraySlice<Element>,
    _ right: ArraySlice<Element>,
    into pairs: inout [(Int, Int)]
  ) {
    let width = right.count + 1
    guard left.count < 4_000_000 / width else { return }
    let (left0, right0) = (left.startIndex, right.startIndex)
    var table = [Int32](repeating: 0, count: (left.count + 1) * width)
    for row in stride(from: left.count - 1, through: 0, by: -1) {
      for column in stride(from: right.count - 1, through: 0, by: -1) {
        table[row * width + column] =
          left[left0 + row] == right[right0 + column]
          ? table[(row + 1) * width + column + 1] + 1
          : max(table[(row + 1) * width + column], table[row * width + column + 1])
      }
    }
    var (row, column) = (0, 0)
    while row < left.count, column < right.count {
      if left[left0 + row] == right[right0 + column] {
        pairs.append((left0 + row, right0 + column))
        (row, column) = (row + 1, column + 1)
      } else if table[(row + 1) * width + column] >= table[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
  }
}
