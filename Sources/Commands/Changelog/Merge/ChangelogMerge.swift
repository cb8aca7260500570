import ByteKit

/// A three-way merge of a changelog: section by section, entry by entry.
///
/// Entries of both sides are taken, identical ones once. What one side moved (a release does) or
/// reworded stays moved and reworded, what it deleted stays deleted unless the other side reworded
/// it, and what the other side adds under Unreleased stays there although the heading moved on. A
/// conflict is left only where both sides reworded one entry.
package struct ChangelogMerge {
  /// The side whose wording is taken where both reworded something.
  package enum Side: Sendable, CaseIterable {
    case ours, base, theirs
  }

  let base: Document
  let ours: Document
  let theirs: Document

  /// Nil if one of them is no changelog, or has changes that cannot be merged by sections.
  package init?(base: Document, ours: Document, theirs: Document) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    let isReadable = [ours, theirs].allSatisfy { document in
      !document.hasConflictMarkers && document.sections.contains { $0.isRelease || $0.isUnreleased }
    }
    guard isReadable, Skeleton(self) != nil else { return nil }
  }

  /// The merged document; where a conflict is left, with the wording of `side`.
  package func merged(preferring side: Side) -> (document: Document, conflicts: Int) {
    guard let skeleton = Skeleton(self) else { return (ours, 1) }
    var document = skeleton.document
    var plan = BulletPlan(self)
    plan.apply(to: &document, preferring: side)
    LinkMerge(base: base, ours: ours, theirs: theirs).apply(to: &document)
    return (document, plan.conflicts)
  }
}
