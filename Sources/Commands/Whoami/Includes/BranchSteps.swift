import ByteKit

/// The mistakes that people make in `onbranch:` conditions, each with its correction.
struct BranchSteps {
  let branch: ByteString

  var all: [CorrectionSearch.Step] {
    [
      Correction.trimming, droppingReferencePrefix, Correction.collapsingSlashes,
      Correction.doublingStars, Correction.addingSlash, respelling, addingFolders,
    ]
  }

  private func droppingReferencePrefix(_ correction: Correction) -> [Correction] {
    for prefix in ["refs/heads/", "heads/"] as [ByteString] {
      if let rest = correction.pattern.dropping(prefix: prefix) {
        return [
          correction.changed(to: rest, "the branch's short name is matched, without '\(prefix)'")
        ]
      }
    }
    return []
  }

  private func respelling(_ correction: Correction) -> [Correction] {
    guard let pattern = correction.pattern.respelled(like: branch), pattern != correction.pattern
    else { return [] }
    return [correction.changed(to: pattern, "upper and lower case differ in names of branches")]
  }

  private func addingFolders(_ correction: Correction) -> [Correction] {
    guard !correction.pattern.hasPrefix("**/"), !correction.pattern.isEmpty else { return [] }
    return [
      correction.changed(
        to: "**/" + correction.pattern,
        "the whole name is matched, from its beginning"
      )
    ]
  }
}
