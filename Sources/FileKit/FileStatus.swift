package import ByteKit

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// What kind of thing a path names.
package enum FileKind: Sendable {
  case regular
  case directory
  case link
  case other
}

/// What the system knows of a file: the part of `struct stat` that the tools ask for.
package struct FileStatus: Hashable, Sendable {
  package let kind: FileKind
  /// The permission bits, set-id and sticky bits included.
  package let permissions: mode_t
  /// In bytes.
  package let size: Int64
  package let device: UInt64
  package let inode: UInt64
  package let owner: uid_t
  /// Last change of the content, in nanoseconds since the epoch.
  package let modification: Int64

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    permissions = status.st_mode & 0o7777
    size = Int64(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    owner = status.st_uid
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    modification = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether both describe one and the same file.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// A name in a directory.
package struct DirectoryEntry: Sendable {
  package let name: ByteString
  package let kind: FileKind
}
