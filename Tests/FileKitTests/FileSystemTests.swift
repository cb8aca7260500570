import ByteKit
import FileKit
import Foundation
import Testing

struct FileSystemTests {
  private let folder: ByteString

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("filekit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = try FileSystem.realPath(ByteString(url.path))
  }

  @Test func readsWhatWasWritten() throws {
    let file = folder.appendingPath(ByteString([0x66, 0xff]))
    for size in [0, 1, 4095, 4096, 4097, 200_000] {
      let content = ByteString((0..<size).map { UInt8($0 & 0xff) })
      try FileSystem.writeAtomically(content, to: file)
      #expect(try FileSystem.read(file) == content)
    }
    #expect(try FileSystem.entries(of: folder).map(\.name) == [ByteString([0x66, 0xff])])
    #expect(try FileSystem.readIfPresent(folder.appendingPath("none")) == nil)
    #expect(throws: FileError.self) { try FileSystem.read(folder) }
  }

  @Test func removesEmptyFoldersOnly() throws {
    let inner = folder.appendingPath("inner")
    try FileSystem.makeDirectory(inner)
    #expect(throws: FileError.self) { try FileSystem.removeDirectory(folder) }
    try FileSystem.removeDirectory(inner)
    try FileSystem.removeDirectory(inner)
    #expect(!FileSystem.exists(inner))
  }

  @Test func replacesOnlyWhatWasRead() throws {
    let file = folder.appendingPath("file")
    #expect(try FileSystem.replaceAtomically(nil, with: "one", at: file))
    #expect(try !FileSystem.replaceAtomically(nil, with: "two", at: file))
    #expect(try !FileSystem.replaceAtomically("other", with: "two", at: file))
    #expect(try FileSystem.read(file) == "one")
    #expect(try FileSystem.replaceAtomically("one", with: "two", at: file))
    #expect(try FileSystem.read(file) == "two")
    #expect(try FileSystem.entries(of: folder).map(\.name) == ["file"])
  }

  @Test func readsFilesWithoutASize() throws {
    #expect(try !FileSystem.read("/proc/self/mounts").isEmpty)
  }

  @Test func replacesKeepingModeAndLink() throws {
    let file = folder.appendingPath("real")
    let link = folder.appendingPath("link")
    try FileSystem.writeAtomically("one", to: file)
    #expect(chmod(file.text, 0o640) == 0)
    #expect(symlink("real", link.text) == 0)
    try FileSystem.writeAtomically("two", to: link)
    #expect(try FileSystem.read(file) == "two")
    #expect(try FileSystem.readLink(link) == "real")
    #expect(try FileSystem.status(of: file)?.permissions == 0o640)
    #expect(try FileSystem.status(of: link, followingLinks: false)?.kind == .link)
    #expect(try FileSystem.entries(of: folder).map(\.name) == ["link", "real"])
  }

  @Test func overwritesTheSameFile() throws {
    let file = folder.appendingPath("kept")
    try FileSystem.writeAtomically("a longer content", to: file)
    let before = try #require(try FileSystem.status(of: file))
    try FileSystem.overwrite(file, with: "short")
    let after = try #require(try FileSystem.status(of: file))
    #expect(after.isSameFile(as: before))
    #expect(try FileSystem.read(file) == "short")
    #expect(throws: FileError.self) {
      try FileSystem.overwrite(folder.appendingPath("none"), with: "")
    }
  }

  @Test func aFailedWriteLeavesTheFile() throws {
    let missing = folder.appendingPath("none/file")
    #expect(throws: FileError.self) { try FileSystem.writeAtomically("x", to: missing) }
    #expect(try FileSystem.status(of: missing) == nil)
  }

  @Test func makesFoldersWithParents() throws {
    let deep = folder.appendingPath("a/b/c")
    try FileSystem.makeDirectory(deep)
    try FileSystem.makeDirectory(deep)
    #expect(try FileSystem.status(of: deep)?.kind == .directory)
  }

  @Test func locksAsGitDoes() throws {
    let file = folder.appendingPath("config")
    try FileSystem.writeAtomically("old", to: file)
    #expect(chmod(file.text, 0o600) == 0)
    do {
      let lock = try LockFile(locking: file)
      #expect(FileSystem.exists(lock.lockPath))
      #expect(throws: LockError.self) { _ = try LockFile(locking: file) }
      try lock.write("lost")
    }
    #expect(try FileSystem.read(file) == "old")
    #expect(!FileSystem.exists(file + ".lock"))
    let lock = try LockFile(locking: file)
    try lock.write("new")
    try lock.commit()
    #expect(try FileSystem.read(file) == "new")
    #expect(try FileSystem.status(of: file)?.permissions == 0o600)
    #expect(!FileSystem.exists(file + ".lock"))
  }

  @Test(
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/", "a", "b"), ("/", "/", ""),
    ] as [(ByteString, ByteString, ByteString)]
  )
  func takesPathsApart(path: ByteString, parent: ByteString, name: ByteString) {
    #expect(path.parentPath == parent)
    #expect(path.lastPathComponent == name)
  }
}
