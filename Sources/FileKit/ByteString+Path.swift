package import ByteKit

private let slash = UInt8(ascii: "/")

/// Paths as POSIX has them: bytes with slashes, never normalised beyond what is said here.
extension ByteString {
  package var isAbsolutePath: Bool { bytes.first == slash }

  /// `self/name`, with one slash between; `name` alone if `self` is empty.
  package func appendingPath(_ name: ByteString) -> ByteString {
    if isEmpty { return name }
    return bytes.last == slash ? self + name : ByteString(bytes + [slash] + name.bytes)
  }

  /// The folder that holds it: `.` for a bare name, `/` for a name below the root.
  package var parentPath: ByteString {
    let path = withoutTrailingSlashes
    guard let index = path.bytes.lastIndex(of: slash) else { return "." }
    return ByteString(path.bytes[..<index]).withoutTrailingSlashes
  }

  /// What stands after the last slash.
  package var lastPathComponent: ByteString {
    let path = withoutTrailingSlashes
    guard let index = path.bytes.lastIndex(of: slash) else { return path }
    return ByteString(path.bytes[(index + 1)...])
  }

  /// `self` if absolute, else joined to `directory`; nothing is resolved.
  package func absolutePath(in directory: ByteString) -> ByteString {
    isAbsolutePath ? self : directory.appendingPath(self)
  }

  /// Without slashes at the end; `/` and the empty path become `/`.
  private var withoutTrailingSlashes: ByteString {
    guard let last = bytes.lastIndex(where: { $0 != slash }) else { return "/" }
    return ByteString(bytes[...last])
  }
}
