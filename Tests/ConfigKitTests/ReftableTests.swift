import ByteKit
import ConfigKit
import FileKit
import TestSupport
import Testing

/// HEAD in reftables written byte by byte, since few installed gits can make them.
struct ReftableTests {
  private static let version = GitVersion(2, 45)

  /// A table of version 1 with one block of references: name, and what it points at (nil: deleted).
  private func table(_ references: [(name: String, target: String?)]) -> ByteString {
    var records: [UInt8] = []
    var previous: [UInt8] = []
    for (name, target) in references {
      let bytes = Array(name.utf8)
      let shared = zip(previous, bytes).prefix { $0 == $1 }.count
      let suffix = bytes[shared...]
      records += number(shared) + number(suffix.count << 3 | (target == nil ? 0 : 3))
      records += suffix + [0]
      if let target { records += number(target.utf8.count) + target.utf8 }
      previous = bytes
    }
    let length = 24 + 4 + records.count + 3 + 2
    var bytes: [UInt8] = Array("REFT".utf8) + [1, 0, 16, 0] + [UInt8](repeating: 0, count: 16)
    bytes += [
      UInt8(ascii: "r"), UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255),
    ]
    bytes += records + [0, 0, 28] + [0, 1]
    return ByteString(bytes + [UInt8](repeating: 0, count: 68))
  }

  private func number(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7f)]
    var rest = value >> 7
    while rest > 0 {
      rest -= 1
      bytes.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }

  private func branch(_ tables: [ByteString]) throws -> ByteString? {
    let sandbox = try Sandbox()
    try sandbox.bash(
      """
      git init -q r; cd r; git config core.repositoryFormatVersion 1
      git config --file .git/config extensions.refStorage reftable; echo 'ref: refs/heads/.invalid' >.git/HEAD
      """
    )
    var names: ByteString = ""
    for (index, table) in tables.enumerated() {
      names += "\(index).ref\n"
      try sandbox.write(table, to: sandbox.path("r/.git/reftable/\(index).ref"))
    }
    try sandbox.write(names, to: sandbox.path("r/.git/reftable/tables.list"))
    let discovery = try RepositoryLocation.discover(
      environment: sandbox.environment,
      workingDirectory: sandbox.path("r"),
      gitVersion: Self.version
    )
    guard case .found(let location) = discovery else { return nil }
    return location.branch
  }

  @Test func theNewestTableCounts() throws {
    let main = table([("HEAD", "refs/heads/main")])
    let topic = table([
      ("HEAD", "refs/heads/topic"), ("HEAD-x", nil), ("refs/heads/a", "refs/heads/b"),
    ])
    #expect(try branch([main]) == "main")
    #expect(try branch([main, topic]) == "topic")
    #expect(try branch([main, table([("refs/heads/x", "refs/heads/y")])]) == "main")
    #expect(try branch([main, table([("HEAD", nil)])]) == nil)
    let long = String(repeating: "long/", count: 60) + "x"
    #expect(
      try branch([table([("AHEAD", nil), ("HEAD", "refs/heads/\(long)")])]) == ByteString(long)
    )
    #expect(
      try branch([table([("HEAD", "refs/heads/a"), ("refs/heads/a", "refs/heads/b")])]) == "b"
    )
  }

  @Test func damageIsNoBranch() throws {
    let good = table([("HEAD", "refs/heads/main")])
    #expect(try branch([]) == nil)
    for length in 0..<good.count - 68 {
      _ = try branch([ByteString(good.bytes.prefix(length))])
    }
    var bytes = good.bytes
    for index in 24..<bytes.count - 68 {
      let old = bytes[index]
      bytes[index] = 0xff
      _ = try branch([ByteString(bytes)])
      bytes[index] = old
    }
  }
}
