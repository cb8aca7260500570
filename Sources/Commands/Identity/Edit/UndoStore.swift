import ByteKit
import FileKit
import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The last changes of configuration, in the user's state folder and not beside dotfiles.
struct UndoStore: Sendable {
  /// One change: the files as they were, and as it left them.
  struct Record: Sendable {
    let path: ByteString
    /// The words of the command.
    let title: ByteString
    let files: [Draft.File]
  }

  static let limit = 20
  private static let header: ByteString = "git-identity undo 1"
  /// nil without HOME.
  let folder: ByteString?

  init(_ environment: Environment) {
    let state =
      environment.nonEmpty("XDG_STATE_HOME")
      ?? environment.nonEmpty("HOME").map { $0.appendingPath(".local/state") }
    folder = state?.appendingPath("git-toolbox/identity")
  }

  /// The newest first.
  func records() -> [Record] {
    guard let folder, let entries = try? FileSystem.entries(of: folder) else { return [] }
    return entries.map(\.name).filter { number($0) != nil }
      .sorted { (number($0) ?? 0) > (number($1) ?? 0) }
      .compactMap { read(folder.appendingPath($0)) }
  }

  /// Keeps a change and forgets the oldest ones.
  func add(_ files: [Draft.File], title: ByteString) throws {
    guard let folder else { return }
    try FileSystem.makeDirectory(folder)
    _ = folder.withCString { chmod($0, 0o700) }
    let numbers = ((try? FileSystem.entries(of: folder)) ?? []).compactMap { number($0.name) }
    let path = folder.appendingPath("\((numbers.max() ?? 0) + 1)")
    var writer = FieldWriter()
    writer.append(Self.header)
    writer.append(title)
    for file in files {
      writer.append(file.path)
      writer.append(file.part.rawValue)
      for content in [file.before, file.after] {
        writer.append(content == nil ? "absent" : "file")
        writer.appendCounted(content ?? "")
      }
    }
    try FileSystem.writeAtomically(writer.content, to: path, permissions: 0o600)
    for old in numbers.sorted().dropLast(Self.limit - 1) {
      try? FileSystem.remove(folder.appendingPath("\(old)"))
    }
  }

  private func number(_ name: ByteString) -> Int? { Int(name.text) }

  /// nil if it is damaged.
  private func read(_ path: ByteString) -> Record? {
    guard let content = try? FileSystem.read(path) else { return nil }
    var reader = FieldReader(content)
    guard reader.next() == Self.header, let title = reader.next() else { return nil }
    var files: [Draft.File] = []
    while !reader.isAtEnd {
      guard let name = reader.next(), let number = reader.nextNumber(),
        let part = Draft.Part(rawValue: Int(number)), let beforeKind = reader.next(),
        let before = reader.nextCounted(), let afterKind = reader.next(),
        let after = reader.nextCounted()
      else { return nil }
      files.append(
        Draft.File(
          path: name,
          part: part,
          before: beforeKind == "absent" ? nil : before,
          after: afterKind == "absent" ? nil : after
        )
      )
    }
    return Record(path: path, title: title, files: files)
  }
}
