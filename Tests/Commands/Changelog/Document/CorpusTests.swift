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

  private func isSubsequence(_ short: [ByteString], of long: [ByteString]) -> Bool {
    var rest = short[...]
    for line in long where line == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
