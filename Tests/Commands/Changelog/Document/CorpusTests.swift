import ByteKit
import ChangelogTool
import FileKit
import Foundation
import Testing

/// Real changelogs, of which none is kept here: `CHANGELOG_CORPUS=<folder> swift test --filter Corpus`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CHANGELOG_CORPUS"] != nil))
struct CorpusTests {
  static let files: [(name: String, content: ByteString)] = {
    guard let folder = ProcessInfo.processInfo.environment["CHANGELOG_CORPUS"] else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { name in
      guard let content = try? FileSystem.read(ByteString("\(folder)/\(name)")) else { return nil }
      return (name, content)
    }
  }()

  @Test func everyFileComesBackByteForByte() {
    #expect(Self.files.count >= 200)
    for file in Self.files {
      #expect(Document(parsing: file.content).serialized == file.content, "\(file.name)")
    }
  }

  @Test func anEntryTouchesOnlyTheLinesItMust() throws {
    var refused: [String] = []
    for file in Self.files {
      let before = Document(parsing: file.content)
      var after = before
      do { try after.insert("Zebra crossing", category: "Fixed") } catch {
        refused.append(file.name)
        #expect(after == before)
        continue
      }
      #expect(after.contains(entry: "zebra crossing"), "\(file.name)")
      #expect(after.unreleased?.bullets.last?.text != nil, "\(file.name)")
      #expect(after.lines.count - before.lines.count <= 7, "\(file.name)")
      #expect(
        isSubsequence(before.lines.map(\.content), of: after.lines.map(\.content)),
        "\(file.name)"
      )
      guard before.unreleased != nil else { continue }
      let bullet = try #require(after.bullets.first { $0.text == "Zebra crossing" })
      after.remove(bullet)
      #expect(after == before, "\(file.name)")
    }
    print(
      "corpus: \(Self.files.count) files, \(refused.count) without a section:",
      refused.joined(separator: " ")
    )
  }

  @Test func aReleaseTouchesOnlyTheLinesItMust() throws {
    for file in Self.files {
      var before = Document(parsing: file.content)
      guard (try? before.insert("Zebra crossing", category: "Fixed")) != nil else { continue }
      var after = before
      let version = Version(9_999, 0, 0)
      try after.release(ReleaseRequest(version: version, date: "2024-05-06", tag: "v9999.0.0"))
      let section = try #require(after.section(for: version), "\(file.name)")
      #expect(section.bullets.contains { $0.text == "Zebra crossing" }, "\(file.name)")
      #expect(after.unreleased?.isEmpty == true, "\(file.name)")
      // One line may change: the definition of Unreleased, or its heading if that names a version.
      let old = before.lines.map(\.content)
      let new = Set(after.lines.map(\.content))
      #expect(old.filter { !new.contains($0) }.count <= 1, "\(file.name)")
      #expect(after.lines.count - before.lines.count <= 6, "\(file.name)")
      #expect(after.sections.count - before.sections.count <= 1, "\(file.name)")
    }
  }

  private func isSubsequence(_ short: [ByteString], of long: [ByteString]) -> Bool {
    var rest = short[...]
    for line in long where line == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
