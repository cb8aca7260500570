package import ByteKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open file descriptor as a sink; never closes it.
///
/// A reader that went away ends the process by SIGPIPE, as it does git.
package final class FileSink: ByteSink {
  private let descriptor: Int32
  private let failure = Protected<Int32?>(nil)

  package init(descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ bytes: ByteString) {
    failure.withLock { failure in
      guard failure == nil else { return }
      var remaining = bytes.bytes[...]
      while !remaining.isEmpty {
        let count = remaining.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
          remaining = remaining.dropFirst(count)
        } else if errno == EAGAIN {
          var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wanted, 1, -1)
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
  }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  package var columns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  package var writeError: Int32? { failure.withLock { $0 } }
}

/// The system call, which the method of the same name would hide.
private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
