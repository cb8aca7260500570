import ByteKit
import FileKit
import ProcessKit
import ToolKit

/// Where this tool is, for what git calls later.
enum ToolPath {
  static let name: ByteString = "git-changelog"

  /// Absolute, links resolved: the running program, else the first of that name in PATH.
  static func find(in environment: Environment) throws -> ByteString {
    if let running = try? FileSystem.realPath("/proc/self/exe"),
      running.lastPathComponent == name
    {
      return running
    }
    for folder in (environment["PATH"] ?? "").split(on: UInt8(ascii: ":")) {
      let candidate = folder.appendingPath(name)
      if folder.isAbsolutePath, FileSystem.exists(candidate) {
        return try FileSystem.realPath(candidate)
      }
    }
    throw ToolError("cannot find '\(name.text)' in PATH")
  }
}

extension ByteString {
  /// In single quotes for a POSIX shell.
  var shellQuoted: ByteString {
    "'" + split(on: UInt8(ascii: "'")).joined(separator: "'\\''") + "'"
  }
}
