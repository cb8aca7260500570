import CPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread that runs one closure.
package struct Worker {
  private let thread: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// As much stack as a program's first thread has; some systems give other threads a sixteenth.
  private static let stackSize = 8 << 20

  /// Starts it; nil if the system has no thread to give.
  package init?(_ run: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    defer { pthread_attr_destroy(&attributes) }
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(&thread, &attributes, { start($0) }, body.toOpaque())
    #else
    var thread = pthread_t()
    let code = pthread_create(&thread, &attributes, { $0.flatMap(start) }, body.toOpaque())
    #endif
    guard code == 0 else {
      body.release()
      return nil
    }
    #if canImport(Darwin)
    guard let thread else { return nil }
    #endif
    self.thread = thread

    func start(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
      return nil
    }
  }

  /// Waits until it has ended; once.
  package func join() { pthread_join(thread, nil) }

  /// The processors that are online.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
