import ByteKit

/// The list of `--interactive` as a value: what is chosen, where the cursor is, which part is visible.
struct Choice: Sendable {
  struct Item: Sendable {
    let name: ByteString
    /// Reason and age.
    let detail: ByteString
    var isChosen: Bool
    /// False for what is kept whatever the options.
    let isSelectable: Bool
  }

  enum Key: Hashable, Sendable {
    case up
    case down
    case pageUp
    case pageDown
    case first
    case last
    case toggle
    case toggleAll
    case accept
    case cancel
    case suspend
  }

  enum Outcome: Hashable, Sendable {
    case accepted
    case cancelled
    /// The list stays open, for when the person comes back.
    case suspended
  }

  private(set) var items: [Item]
  private(set) var cursor = 0
  /// The first visible item.
  private(set) var top = 0

  init(items: [Item]) { self.items = items }

  mutating func chooseNone() {
    for index in items.indices { items[index].isChosen = false }
  }

  var chosenCount: Int { items.count(where: \.isChosen) }

  /// `height`: how many items are visible.
  ///
  /// Returns nil while the list stays open.
  mutating func press(_ key: Key, height: Int) -> Outcome? {
    switch key {
    case .up: move(by: -1, height)
    case .down: move(by: 1, height)
    case .pageUp: move(by: -max(1, height - 1), height)
    case .pageDown: move(by: max(1, height - 1), height)
    case .first: move(by: -items.count, height)
    case .last: move(by: items.count, height)
    case .toggle:
      if items.indices.contains(cursor), items[cursor].isSelectable {
        items[cursor].isChosen.toggle()
      }
    case .toggleAll:
      let selectable = items.indices.filter { items[$0].isSelectable }
      let areAllChosen = selectable.allSatisfy { items[$0].isChosen }
      for index in selectable { items[index].isChosen = !areAllChosen }
    case .accept: return .accepted
    case .cancel: return .cancelled
    case .suspend: return .suspended
    }
    return nil
  }

  private mutating func move(by distance: Int, _ height: Int) {
    cursor = min(max(0, cursor + distance), max(0, items.count - 1))
    fit(height)
  }

  /// Scrolls so that the cursor is visible, as after the window changed its size.
  mutating func fit(_ height: Int) {
    let height = max(1, height)
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    top = min(top, max(0, items.count - height))
  }
}
