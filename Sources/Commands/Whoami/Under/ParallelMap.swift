#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Work on all elements of an array at once, in as many threads as there are processors.
///
/// Plain threads, because Swift's own pool costs a statically linked program milliseconds to start.
enum ParallelMap {
  /// The results, in the elements' order.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element],
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let count = min(processors, elements.count)
    guard count > 1 else { return elements.map(transform) }
    let workers = (0..<count).map { first in
      Worker { stride(from: first, to: elements.count, by: count).map { transform(elements[$0]) } }
    }
    // The calling thread works too.
    let threads = workers.dropFirst().map { start($0) }
    workers[0].run()
    for (worker, thread) in zip(workers.dropFirst(), threads) {
      if let thread { pthread_join(thread, nil) } else { worker.run() }
    }
    return elements.indices.map { workers[$0 % count].results[$0 / count] }
  }

  private static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// One thread's share; written by its thread alone, and read after that has ended.
  private final class Worker<Result: Sendable>: Runnable, @unchecked Sendable {
    private let body: @Sendable () -> [Result]
    private(set) var results: [Result] = []

    init(_ body: @escaping @Sendable () -> [Result]) { self.body = body }

    override func run() { results = body() }
  }

  /// nil if the system gives no more threads.
  private static func start(_ worker: Runnable) -> pthread_t? {
    let pointer = Unmanaged.passRetained(worker).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    if pthread_create(&thread, nil, runRunnable, pointer) == 0 { return thread }
    Unmanaged<Runnable>.fromOpaque(pointer).release()
    return nil
  }
}

/// What a thread can be handed without knowing the results' type.
private class Runnable: @unchecked Sendable {
  func run() {}
}

#if canImport(Darwin)
private func runRunnable(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Runnable>.fromOpaque(pointer).takeRetainedValue().run()
  return nil
}
#else
private func runRunnable(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pointer else { return nil }
  Unmanaged<Runnable>.fromOpaque(pointer).takeRetainedValue().run()
  return nil
}
#endif
