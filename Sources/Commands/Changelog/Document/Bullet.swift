package import ByteKit

/// A list item of a changelog with everything that belongs to it.
package struct Bullet: Hashable, Sendable {
  /// The document's lines that it covers, nested items included, blank lines after it not.
  package var lines: Range<Int>
  /// Its own text without bullet and indentation, wrapped lines joined by one space, nested items
  /// and code blocks left out.
  package var text: ByteString
  package var children: [Bullet]
  /// How its first line begins.
  package var item: ListItem

  /// The bullet and all those nested in it, depth first.
  package var flattened: [Bullet] { [self] + children.flatMap(\.flattened) }
}
