import TerminalKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Pieces of work done on several threads, whose results are received in the order of the pieces.
package struct OrderedWork<Result: Sendable>: Sendable {
  private let count: Int
  private let threads: Int
  private let board: Board
  private let body: @Sendable (Int) -> Result

  /// `body` gives the result of a piece; with one thread it runs where `run` is called.
  package init(count: Int, threads: Int, body: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.threads = max(1, min(threads, count))
    self.body = body
    board = Board(count: count)
  }

  /// Does all of it, calling `receive` for each result in turn, and `waiting` ten times a second while
  /// one is not there yet.
  ///
  /// If one of them throws, nothing more is begun, and this throws once what was begun has ended.
  package func run(
    waiting: () throws -> Void,
    receive: (Int, Result) throws -> Void
  ) throws {
    if threads == 1 {
      for index in 0..<count { try receive(index, body(index)) }
      return
    }
    let workers = (0..<threads).compactMap { _ in Worker { work() } }
    defer { for worker in workers { worker.join() } }
    // Without a single thread of its own the work is done here.
    if workers.isEmpty { work() }
    do {
      for index in 0..<count {
        while true {
          if let result = board.take(index) {
            try receive(index, result)
            break
          }
          try waiting()
        }
      }
    } catch {
      board.stop()
      throw error
    }
  }

  private func work() {
    while let index = board.next() { board.put(body(index), at: index) }
  }

  /// What is to be done, and what is there.
  private final class Board: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var begun = 0
    private var results: [Result?]

    init(count: Int) {
      results = Array(repeating: nil, count: count)
      mutex.initialize(to: pthread_mutex_t())
      changed.initialize(to: pthread_cond_t())
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(changed, nil)
    }

    deinit {
      pthread_cond_destroy(changed)
      pthread_mutex_destroy(mutex)
      changed.deallocate()
      mutex.deallocate()
    }

    func next() -> Int? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      guard begun < results.count else { return nil }
      defer { begun += 1 }
      return begun
    }

    func stop() {
      pthread_mutex_lock(mutex)
      begun = results.count
      pthread_mutex_unlock(mutex)
    }

    func put(_ result: Result, at index: Int) {
      pthread_mutex_lock(mutex)
      results[index] = result
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }

    /// The result, which is then no longer kept; nil if it is not there within a tenth of a second.
    func take(_ index: Int) -> Result? {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      if results[index] == nil {
        var limit = timespec()
        clock_gettime(CLOCK_REALTIME, &limit)
        limit.tv_nsec += 100_000_000
        if limit.tv_nsec >= 1_000_000_000 {
          limit.tv_nsec -= 1_000_000_000
          limit.tv_sec += 1
        }
        pthread_cond_timedwait(changed, mutex, &limit)
      }
      defer { results[index] = nil }
      return results[index]
    }
  }
}
