import ByteKit

/// One line on standard error that says how far long work is; only on a terminal, after one second.
package final class Progress: Sendable {
  private let sink: any ByteSink
  private let title: String
  private let total: Int?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private let shown = Protected(Shown())

  private struct Shown: Sendable {
    var time: ContinuousClock.Instant?
    var isFinished = false
  }

  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)

  /// Begins the waiting second; `total` is how many steps there are, nil if unknown.
  package init(
    _ sink: any ByteSink,
    title: String,
    total: Int? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.sink = sink
    self.title = title
    self.total = total
    self.now = now
    start = now()
  }

  deinit { finish() }

  /// Says that `count` steps are done; cheap enough to call at each.
  package func update(to count: Int) {
    guard sink.isTerminal else { return }
    shown.withLock { shown in
      let time = now()
      guard !shown.isFinished,
        time >= (shown.time.map { $0 + Self.interval } ?? start + Self.patience)
      else { return }
      shown.time = time
      sink.write("\r\(line(count).truncated(toColumns: sink.columns.map { $0 - 1 }))\u{1b}[K")
    }
  }

  /// Clears the line, if there is one, so that others can be written; the next update shows it again.
  package func pause() {
    shown.withLock { shown in
      if shown.time != nil, !shown.isFinished { sink.write("\r\u{1b}[K") }
    }
  }

  /// Clears the line, if there is one; later updates show nothing.
  package func finish() {
    shown.withLock { shown in
      if shown.time != nil, !shown.isFinished { sink.write("\r\u{1b}[K") }
      shown.isFinished = true
    }
  }

  private func line(_ count: Int) -> String {
    guard let total, total > 0 else { return "\(title): \(count)" }
    return "\(title): \(min(100, count * 100 / total))% (\(count)/\(total))"
  }
}
