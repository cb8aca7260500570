import ByteKit
import FileKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A new folder, removed with all that is in it when its owner goes.
final class TemporaryFolder {
  let path: ByteString

  init(in parent: ByteString) throws(GitError) {
    var template = Array(parent.appendingPath("git-objects-XXXXXX").bytes) + [0]
    let isMade = template.withUnsafeMutableBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
    }
    guard isMade else {
      throw GitError(.other(errno), "cannot make a temporary folder in '\(parent.text)'")
    }
    path = ByteString(template.dropLast())
  }

  deinit { Self.removeAll(path) }

  /// Writes a file; gives its path.
  @discardableResult
  func write(_ content: ByteString, to name: ByteString) throws(GitError) -> ByteString {
    let file = path.appendingPath(name)
    do throws(FileError) {
      try FileSystem.writeAtomically(content, to: file)
    } catch {
      throw GitError(.other(error.code), error.message)
    }
    return file
  }

  func makeFolder(_ name: ByteString) throws(GitError) {
    do throws(FileError) {
      try FileSystem.makeDirectory(path.appendingPath(name))
    } catch {
      throw GitError(.other(error.code), error.message)
    }
  }

  private static func removeAll(_ path: ByteString) {
    for entry in (try? FileSystem.entries(of: path)) ?? [] {
      let child = path.appendingPath(entry.name)
      if entry.kind == .directory {
        removeAll(child)
      } else {
        try? FileSystem.remove(child)
      }
    }
    try? FileSystem.removeDirectory(path)
  }
}
