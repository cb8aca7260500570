package import ByteKit

/// What one commit does to the changelog: its own entry added, or put in the place of the one that
/// an earlier form of the commit had added.
package struct EntryEdit: Sendable {
  /// Nil: the commit asks for no entry.
  package var entry: Entry?
  /// The text of the entry that is replaced.
  package var replaced: ByteString?

  package init(entry: Entry?, replaced: ByteString? = nil) {
    self.entry = entry
    self.replaced = replaced
  }

  /// The document with the edit; unchanged where there is nothing to do.
  ///
  /// An entry that says the same under Unreleased is enough, and one to be replaced that is gone, by
  /// hand, stays gone.
  package func applied(to document: Document) throws(DocumentError) -> Document {
    guard let replaced else {
      guard let entry, !Self.isListed(entry, in: document) else { return document }
      var document = document
      try document.insert(entry.rendered, category: entry.category)
      return document
    }
    return try Self.exchange(replaced, for: entry, in: document)
  }

  /// Whether Unreleased has an entry that says the same, or names the same pull request.
  static func isListed(_ entry: Entry, in document: Document) -> Bool {
    guard let section = document.unreleased else { return false }
    let index = EntryIndex(document.bullets(in: section).map(\.text))
    return index.contains(entry: entry.rendered)
      || entry.pullRequest.map { index.contains(reference: $0) } ?? false
  }

  /// The document without the edit: what was added goes, what was replaced is back.
  ///
  /// For a document that someone else changed in the meantime; else the old bytes are better.
  package func reverted(in document: Document) throws(DocumentError) -> Document {
    guard let entry else { return document }
    guard let replaced else {
      guard let bullet = Self.find(entry.rendered, in: document) else { return document }
      var document = document
      document.remove(bullet)
      return document
    }
    var old = entry
    old.text = replaced
    old.scope = nil
    old.isBreaking = false
    return try Self.exchange(entry.rendered, for: old, in: document)
  }

  private static func exchange(
    _ text: ByteString,
    for entry: Entry?,
    in document: Document
  ) throws(DocumentError) -> Document {
    guard let bullet = find(text, in: document) else { return document }
    var document = document
    guard let entry else {
      document.remove(bullet)
      return document
    }
    let section = document.sections.first { $0.bullets.contains(bullet) }
    let holder = section?.groups.first { $0.bullets.contains(bullet) }
    let wanted = section.flatMap { document.group(titled: entry.category, in: $0) }
    if holder?.title == nil || holder == wanted {
      if text != entry.rendered { document.replace(bullet, with: entry.rendered) }
      return document
    }
    // Added first, so that the category it leaves is not needed for the file's style.
    let place = section?.version.map { Document.Place.release($0) } ?? .unreleased
    try document.insert(entry.rendered, category: entry.category, in: place)
    let old = document.sections.lazy.flatMap(\.groups).first {
      $0.title == holder?.title && $0.bullets.contains { $0.text == text }
    }
    if let old = old?.bullets.first(where: { $0.text == text }) { document.remove(old) }
    return document
  }

  /// The entry with this very text: under Unreleased, else in a release.
  private static func find(_ text: ByteString, in document: Document) -> Bullet? {
    let sections = document.sections.filter(\.isUnreleased) + document.sections.filter(\.isRelease)
    return sections.lazy.flatMap(\.bullets).first { $0.text == text }
  }
}
