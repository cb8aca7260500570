package import ByteKit

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// The file operations that the tools need, on byte paths, with errors that name operation and path.
///
/// Relative paths are relative to the process's working directory, which the tools never change;
/// callers make paths absolute with the working directory of their context.
package enum FileSystem {
  /// The whole content of a regular file, a pipe or a device.
  package static func read(_ path: ByteString) throws(FileError) -> ByteString {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError("read", path) }
    defer { close(descriptor) }
    return try readAll(descriptor, path)
  }

  /// What is left to read of the process's standard input.
  package static func readStandardInput() throws(FileError) -> ByteString {
    try readAll(STDIN_FILENO, "standard input")
  }

  /// The content, or nil if the file (or a folder on the way) is not there.
  package static func readIfPresent(_ path: ByteString) throws(FileError) -> ByteString? {
    do {
      return try read(path)
    } catch  where error.isMissing {
      return nil
    }
  }

  private static func readAll(
    _ descriptor: Int32,
    _ path: ByteString
  ) throws(FileError)
    -> ByteString
  {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("read", path) }
    var content: [UInt8] = []
    // One byte more than the size, so that a file that did not grow ends with one read.
    var room = max(Int(status.st_size), 4095) + 1
    while true {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
        var count = 0
        repeat {
          count = Self.readOnce(descriptor, buffer)
        } while count < 0 && errno == EINTR
        if count < 0 { failure = errno }
        initialized = max(count, 0)
      }
      guard failure == 0 else { throw FileError(operation: "read", path: path, code: failure) }
      if chunk.isEmpty { return ByteString(content) }
      if content.isEmpty {
        content = chunk
        if Int64(chunk.count) == Int64(status.st_size), status.st_mode & S_IFMT == S_IFREG {
          return ByteString(content)
        }
      } else {
        content += chunk
      }
      room = 65_536
    }
  }

  private static func readOnce(
    _ descriptor: Int32,
    _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    #if canImport(Glibc)
    Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
    Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
    Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Replaces the file in one step: temporary file beside it, fsync, rename.
  ///
  /// A symbolic link is followed, so that the link stays; the mode of an existing file is kept. A new file gets `permissions`; nil takes 0666 less the umask.
  package static func writeAtomically(
    _ content: ByteString,
    to path: ByteString,
    permissions: mode_t? = nil
  ) throws(FileError) {
    _ = try write(content, to: path, permissions: permissions) { true }
  }

  /// Like `writeAtomically`, but compares the file with what was read of it right before the rename.
  ///
  /// False, with nothing written, if it no longer holds `expected` (nil: if it is there by now).
  package static func replaceAtomically(
    _ expected: ByteString?,
    with content: ByteString,
    at path: ByteString
  ) throws(FileError) -> Bool {
    try write(content, to: path, permissions: nil) { () throws(FileError) in
      try readIfPresent(path) == expected
    }
  }

  private static func write(
    _ content: ByteString,
    to path: ByteString,
    permissions: mode_t?,
    onlyIf condition: () throws(FileError) -> Bool
  ) throws(FileError) -> Bool {
    let target = try resolvingLinks(path)
    guard let (temporary, descriptor) = makeTemporary(beside: target) else {
      throw FileError("write", target)
    }
    do throws(FileError) {
      defer { close(descriptor) }
      let mode = try status(of: target)?.permissions ?? permissions ?? defaultPermissions()
      guard fchmod(descriptor, mode) == 0 else { throw FileError("write", temporary) }
      try write(content, to: descriptor, path: temporary)
      guard fsync(descriptor) == 0 else { throw FileError("write", temporary) }
    } catch {
      try? remove(temporary)
      throw FileError(operation: "write", path: path, code: error.code)
    }
    do throws(FileError) {
      guard try condition() else {
        try? remove(temporary)
        return false
      }
      try rename(temporary, to: target)
    } catch {
      try? remove(temporary)
      throw error
    }
    return true
  }

  /// Replaces the content of an existing file in place and makes it durable: for a lock file, which
  /// must stay the same file.
  package static func overwrite(_ path: ByteString, with content: ByteString) throws(FileError) {
    let descriptor = path.withCString { open($0, O_WRONLY | O_TRUNC | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError("write", path) }
    defer { close(descriptor) }
    try write(content, to: descriptor, path: path)
    guard fsync(descriptor) == 0 else { throw FileError("write", path) }
  }

  /// Writes all of `content` to an open descriptor.
  static func write(
    _ content: ByteString,
    to descriptor: Int32,
    path: ByteString
  )
    throws(FileError)
  {
    var failure: Int32 = 0
    content.bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        #if canImport(Glibc)
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
        let count = Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
        let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
        if count < 0 {
          if errno == EINTR { continue }
          failure = errno
          return
        }
        offset += count
      }
    }
    guard failure == 0 else { throw FileError(operation: "write", path: path, code: failure) }
  }

  package static func rename(_ source: ByteString, to target: ByteString) throws(FileError) {
    let code = source.withCString { from in
      target.withCString { to in
        #if canImport(Glibc)
        Glibc.rename(from, to)
        #elseif canImport(Musl)
        Musl.rename(from, to)
        #else
        Darwin.rename(from, to)
        #endif
      }
    }
    guard code == 0 else { throw FileError("rename to", target) }
  }

  /// What the path names, or nil if nothing is there.
  package static func status(
    of path: ByteString,
    followingLinks: Bool = true
  ) throws(FileError)
    -> FileStatus?
  {
    var status = stat()
    let code = path.withCString { followingLinks ? stat($0, &status) : lstat($0, &status) }
    if code == 0 { return FileStatus(status) }
    let error = FileError("look at", path)
    if error.isMissing { return nil }
    throw error
  }

  /// Whether something is there that can be looked at (a dangling link is not).
  package static func exists(_ path: ByteString) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0
  }

  /// The path without links, `.` and `..`; all of it must exist.
  package static func realPath(_ path: ByteString) throws(FileError) -> ByteString {
    guard let resolved = path.withCString({ realpath($0, nil) }) else {
      throw FileError("resolve", path)
    }
    defer { free(resolved) }
    return ByteString(cString: resolved)
  }

  /// Where a symbolic link points, as it says itself.
  package static func readLink(_ path: ByteString) throws(FileError) -> ByteString {
    var count = 0
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
      count = path.withCString { name in
        buffer.withMemoryRebound(to: CChar.self) { target in
          target.baseAddress.map { readlink(name, $0, target.count) } ?? -1
        }
      }
      initialized = max(count, 0)
    }
    guard count >= 0 else { throw FileError("read the link", path) }
    return ByteString(target)
  }

  /// The file that a chain of links ends at, which need not exist: where git writes when it edits
  /// a linked file.
  package static func resolvingLinks(_ path: ByteString) throws(FileError) -> ByteString {
    var current = path
    for _ in 0..<40 {
      guard try status(of: current, followingLinks: false)?.kind == .link else { return current }
      current = try readLink(current).absolutePath(in: current.parentPath)
    }
    throw FileError(operation: "resolve", path: path, code: ELOOP)
  }

  /// The names in a directory without `.` and `..`, in byte order.
  package static func entries(of directory: ByteString) throws(FileError) -> [DirectoryEntry] {
    guard let stream = directory.withCString({ opendir($0) }) else {
      throw FileError("read the folder", directory)
    }
    defer { closedir(stream) }
    var found: [DirectoryEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { ByteString(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let kind: FileKind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .regular
        case Int32(DT_DIR): .directory
        case Int32(DT_LNK): .link
        case Int32(DT_UNKNOWN): nil
        default: .other
        }
      if let kind {
        found.append(DirectoryEntry(name: name, kind: kind))
      } else if let status = try status(
        of: directory.appendingPath(name),
        followingLinks: false
      ) {
        found.append(DirectoryEntry(name: name, kind: status.kind))
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  /// Makes the directory and its parents; no error if it is there.
  package static func makeDirectory(_ path: ByteString) throws(FileError) {
    if path.withCString({ mkdir($0, 0o777) }) == 0 { return }
    let error = FileError("create the folder", path)
    if error.code == EEXIST, try status(of: path)?.kind == .directory { return }
    guard error.code == ENOENT, path.parentPath != path else { throw error }
    try makeDirectory(path.parentPath)
    guard path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      throw FileError("create the folder", path)
    }
  }

  /// Removes a file or a link; no error if it is not there.
  package static func remove(_ path: ByteString) throws(FileError) {
    guard path.withCString({ unlink($0) }) != 0 else { return }
    let error = FileError("remove", path)
    if !error.isMissing { throw error }
  }

  /// Makes a symbolic link at `path`, where nothing may be yet.
  package static func makeLink(to target: ByteString, at path: ByteString) throws(FileError) {
    let code = target.withCString { target in path.withCString { symlink(target, $0) } }
    guard code == 0 else { throw FileError("make the link", path) }
  }

  /// Removes a file, a link, or a folder with all that is in it; links are not followed.
  ///
  /// No error if nothing is there.
  package static func removeTree(_ path: ByteString) throws(FileError) {
    guard let status = try status(of: path, followingLinks: false) else { return }
    guard status.kind == .directory else { return try remove(path) }
    for entry in try entries(of: path) { try removeTree(path.appendingPath(entry.name)) }
    try removeDirectory(path)
  }

  /// Removes an empty folder; no error if it is not there.
  package static func removeDirectory(_ path: ByteString) throws(FileError) {
    guard path.withCString({ rmdir($0) }) != 0 else { return }
    let error = FileError("remove", path)
    if !error.isMissing { throw error }
  }

  /// The process's working directory, without links.
  package static func currentDirectory() throws(FileError) -> ByteString {
    guard let path = getcwd(nil, 0) else { throw FileError("find the current folder", ".") }
    defer { free(path) }
    return ByteString(cString: path)
  }

  /// 0666 less the umask, which can only be read by setting it.
  private static func defaultPermissions() -> mode_t {
    let mask = umask(0o022)
    umask(mask)
    return 0o666 & ~mask
  }
}
