import ByteKit

/// A condition's pattern on its way to one that is met, and what had to be changed.
struct Correction {
  var keyword: ByteString
  var pattern: ByteString
  var reasons: [String] = []
  /// Whether the old rule stays, since it is right for other places.
  var isAddition = false

  var condition: ByteString { keyword + pattern }

  /// One more change.
  func changed(
    to pattern: ByteString,
    keyword: ByteString? = nil,
    isAddition: Bool = false,
    _ reason: String
  ) -> Correction {
    var next = self
    next.pattern = pattern
    if let keyword { next.keyword = keyword }
    next.isAddition = isAddition || self.isAddition
    next.reasons.append(reason)
    return next
  }
}

/// Tries one change, two changes, three changes, until the condition is met.
struct CorrectionSearch {
  /// What a change can make of a pattern; nothing if it does not apply.
  typealias Step = (Correction) -> [Correction]

  var steps: [Step]
  var deepest = 3
  /// So that no set-up makes it slow.
  var mostTrials = 400

  func first(from start: Correction, where isMet: (Correction) -> Bool) -> Correction? {
    var seen: Set<ByteString> = [start.condition]
    var level = [start]
    var trials = 0
    for _ in 0..<deepest {
      var next: [Correction] = []
      for correction in level {
        for step in steps {
          for candidate in step(correction) where seen.insert(candidate.condition).inserted {
            if isMet(candidate) { return candidate }
            trials += 1
            if trials >= mostTrials { return nil }
            next.append(candidate)
          }
        }
      }
      level = next
    }
    return nil
  }
}
