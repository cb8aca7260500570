import ByteKit
import FileKit

/// Git's own ways with paths, where they differ from the system's.
enum GitPath {
  /// Why a path has no real path, in git's words.
  struct Failure: Error {
    let message: String
  }

  /// The path without links, `.` and `..`; unlike realpath(3) the last component may be missing.
  ///
  /// A relative path starts from `directory`, which is itself real.
  static func realPath(
    _ path: ByteString,
    in directory: ByteString
  ) throws(Failure) -> ByteString {
    if path.isEmpty { throw Failure(message: "The empty string is not a valid path") }
    if let resolved = try? FileSystem.realPath(path.absolutePath(in: directory)) { return resolved }
    return try walk(path, in: directory)
  }

  /// Component by component, for paths that do not exist in full.
  private static func walk(
    _ path: ByteString,
    in directory: ByteString
  ) throws(Failure) -> ByteString {
    var resolved: [ByteString] = path.isAbsolutePath ? [] : components(directory)
    var remaining = Array(components(path).reversed())
    var links = 0
    while let component = remaining.popLast() {
      if component == "." { continue }
      if component == ".." {
        _ = resolved.popLast()
        continue
      }
      resolved.append(component)
      let current = join(resolved)
      let status: FileStatus?
      do throws(FileError) {
        status = try FileSystem.status(of: current, followingLinks: false)
      } catch {
        throw Failure(message: "Invalid path '\(current.text)': \(error.reason)")
      }
      guard let status else {
        guard remaining.isEmpty else {
          throw Failure(message: "Invalid path '\(current.text)': No such file or directory")
        }
        continue
      }
      guard status.kind == .link else { continue }
      links += 1
      guard links <= 40, let target = try? FileSystem.readLink(current) else {
        throw Failure(message: "More than 40 nested symlinks on path '\(path.text)'")
      }
      if target.isAbsolutePath { resolved = [] } else { resolved.removeLast() }
      remaining += components(target).reversed()
    }
    return join(resolved)
  }

  private static func components(_ path: ByteString) -> [ByteString] {
    path.split(on: UInt8(ascii: "/")).filter { !$0.isEmpty }
  }

  private static func join(_ components: [ByteString]) -> ByteString {
    "/" + components.joined(separator: "/")
  }

  /// Without a leading `./`, as git cleans the paths that it puts together.
  static func withoutLeadingDot(_ path: ByteString) -> ByteString {
    guard path.hasPrefix("./") else { return path }
    return ByteString(path.bytes.dropFirst(2).drop { $0 == UInt8(ascii: "/") })
  }

  /// Without doubled slashes, `.` and `..`, textually.
  static func normalized(_ path: ByteString) -> ByteString {
    var kept: [ByteString] = []
    for component in components(path) where component != "." {
      if component == "..", !kept.isEmpty { kept.removeLast() } else { kept.append(component) }
    }
    let isDirectory = path.bytes.last == UInt8(ascii: "/") && !kept.isEmpty
    return (path.isAbsolutePath ? "/" : "") + kept.joined(separator: "/") + (isDirectory ? "/" : "")
  }

  /// What stands before and with the last slash of `path`; empty without one.
  static func directoryPart(_ path: ByteString) -> ByteString {
    guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return ByteString(path.bytes[...slash])
  }
}
