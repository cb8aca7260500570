/// The nearest of the names a person could have meant.
package enum Suggestions {
  /// The names nearest to `word`, if any is near: at most a third of its letters wrong, one for short
  /// ones, or all of `word` at its beginning.
  package static func nearest(to word: String, in names: [String]) -> [String] {
    let limit = max(1, word.count / 3)
    let scored = names.map { name in
      (name, name.hasPrefix(word) && word.count > 1 ? 0 : distance(Array(word), Array(name)))
    }
    guard let best = scored.map(\.1).min(), best <= limit, best < word.count else { return [] }
    return scored.filter { $0.1 == best }.map(\.0)
  }

  /// How many letters to insert, delete, replace or swap with a neighbour (optimal string alignment).
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(
          last[j + 1] + 1,
          row[j] + 1,
          last[j] + (left[i] == right[j] ? 0 : 1)
        )
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
