package import ByteKit
import TerminalKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Context {
  /// Calls `body`, and says on a terminal's standard error what is waited for if it takes longer than a
  /// second; the word goes when it has ended.
  package func saying<Result, Failure: Error>(
    _ word: ByteString,
    while body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard streams.error.isTerminal else { return try body() }
    let bell = Bell()
    let sink = streams.error
    let line = ByteString(
      "\(word.harmlessLine) ...".truncated(toColumns: sink.columns.map { $0 - 1 })
    )
    let worker = Worker {
      if !bell.rings(within: 1) { sink.write("\r\(line)\u{1b}[K") }
    }
    defer {
      let isLate = bell.ring()
      worker?.join()
      if isLate { sink.write("\r\u{1b}[K") }
    }
    return try body()
  }

  /// Rings once; who waits for it may give up before.
  private final class Bell: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var hasRung = false
    private var isGivenUp = false

    init() {
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

    /// Whether it has rung by then, in seconds from now.
    func rings(within seconds: Int) -> Bool {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      var limit = timespec()
      clock_gettime(CLOCK_REALTIME, &limit)
      limit.tv_sec += seconds
      while !hasRung, pthread_cond_timedwait(changed, mutex, &limit) == 0 {}
      isGivenUp = !hasRung
      return hasRung
    }

    /// Returns whether somebody had given up.
    func ring() -> Bool {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      hasRung = true
      pthread_cond_signal(changed)
      return isGivenUp
    }
  }
}
