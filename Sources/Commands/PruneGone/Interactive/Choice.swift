import ByteKit

/// The list of `--interactive` as a value: what is chosen, where the cursor is, which part is visible.
struct Choice: Sendable {
  struct Item: Sendable {
    let name: ByteString
    /// Reason and age.
    let detail: ByteString
    var isChosen: Bool
    let standing: Standing
    /// Whether it can be chosen.
    var isSelectable: Bool { standing != .kept }
  }

  /// What is at stake with a branch.
  enum Standing: Hashable, Sendable {
    /// Its work is elsewhere.
    case proven
    /// Work may be lost with it.
    case unproven
    /// It stays whatever the options are.
    case kept
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

  /// How many of the chosen ones may lose work.
  var riskCount: Int { items.count { $0.isChosen && $0.standing == .unproven } }

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
      let next = nextStandings
      for index in items.indices { items[index].isChosen = next.contains(items[index].standing) }
    case .accept: return .accepted
    case .cancel: return .cancelled
    case .suspend: return .suspended
    }
    return nil
  }

  /// What the key for many chooses: what is proven, then all, then nothing.
  private var nextStandings: Set<Standing> {
    func isExactly(_ standings: Set<Standing>) -> Bool {
      items.allSatisfy { $0.isChosen == standings.contains($0.standing) }
    }
    if isExactly([.proven, .unproven]) { return [] }
    return isExactly([.proven]) ? [.proven, .unproven] : [.proven]
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
