import ByteKit
import ConfigKit
import FileKit
import Foundation
import ProcessKit
import TestSupport
import Testing

/// Files and patterns damaged at random: nothing may trap or hang, no byte may be lost.
///
/// `CONFIG_FUZZ_SECONDS` makes it last that long, `CONFIG_FUZZ_SEED` begins elsewhere.
struct FuzzTests {
  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  private static let seed = number("CONFIG_FUZZ_SEED") ?? 1

  /// Runs `body` a fixed number of times, or for as long as was asked for.
  private static func repeating(_ rounds: Int, _ body: (inout SeededBytes) throws -> Void) rethrows
  {
    var random = SeededBytes(seed: UInt64(seed))
    guard let seconds = number("CONFIG_FUZZ_SECONDS") else {
      for _ in 0..<rounds { try body(&random) }
      return
    }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var count = 0
    while clock.now < end {
      try body(&random)
      count += 1
    }
    print("\(count) rounds")
  }

  private static let corpus: [ByteString] = [
    "[user]\n\tname = A \"B ; c\" D # e\n\temail = a@x\n[include]\n\tpath = ~/x\n",
    "\u{FEFF}[a \"b\\\"c\"] d\r\n\te = f \\\r\n g\n; h\n[i.J]k=\"l\\n\\t\\\\\"\n",
    "[branch \"x\"]\n\tremote = origin\n\tmerge = refs/heads/x\n\n# y\n[branch \"y\"] remote=o",
    "[includeIf \"gitdir:~/work/\"]\n  path = w\n[core]\n\tbare\n\trepositoryformatversion = 0x1k",
  ]

  private static func damaged(_ random: inout SeededBytes) -> ByteString {
    var bytes = corpus[random.below(corpus.count)].bytes
    for _ in 0..<(1 + random.below(6)) where !bytes.isEmpty {
      let position = random.below(bytes.count)
      switch random.below(6) {
      case 0: bytes.remove(at: position)
      case 1: bytes.insert(random.pick("[]\"\\=#;\n\r\t .-a1\u{0}\u{FEFF}"), at: position)
      case 2: bytes[position] = UInt8(random.below(256))
      case 3: bytes.insert(contentsOf: bytes[position...].prefix(20), at: position)
      case 4: bytes.removeSubrange(position..<min(position + random.below(20), bytes.count))
      default: bytes = Array(bytes[..<position]) + corpus[random.below(corpus.count)].bytes
      }
    }
    return ByteString(bytes)
  }

  @Test func parserAndEditorTakeAnything() throws {
    try Self.repeating(4_000) { random in
      let content = Self.damaged(&random)
      var parser = ConfigParser(content)
      var isValid = true
      do {
        while let piece = try parser.next() {
          if case .item(let item) = piece {
            #expect(item.line <= item.endLine && item.range.upperBound <= content.count)
          }
        }
      } catch {
        isValid = false
      }
      guard var editor = try? ConfigEditor(content) else {
        #expect(!isValid, "\(content.bytes)")
        return
      }
      #expect(isValid && editor.content == content, "\(content.bytes)")
      let key = ConfigKey(section: "branch", subsection: "x", name: "remote")
      let value = ByteString((0..<random.below(6)).map { _ in random.pick("a \"\\#;\n\t\r=[") })
      editor.set(key, to: value)
      editor.removeSections("branch") { $0 == "y" }
      editor.unset(ConfigKey(section: "user", name: "email"))
      let again = try ConfigEditor(editor.content)
      #expect(again.values(of: key).last == .some(.some(value)), "\(content.bytes) \(value.bytes)")
      #expect(again.values(of: ConfigKey(section: "user", name: "email")).isEmpty)
    }
  }

  @Test func wildmatchTakesAnything() {
    Self.repeating(4_000) { random in
      let pattern = ByteString(
        (0..<random.below(40)).map { _ in random.pick("ab/***?[]!^-\\:alph\u{0}Z") }
      )
      let text = ByteString((0..<random.below(60)).map { _ in random.pick("ab/ab/Z-]\u{0}") })
      let options: Wildmatch.Options = random.below(2) == 0 ? .pathname : [.pathname, .caseFold]
      _ = Wildmatch.matches(text, pattern, options)
      #expect(Wildmatch.matches(text, "**", .pathname))
    }
  }

  /// Entries, or the line of the error, of damaged files, as the installed git reads them.
  @Test func readsDamageAsGit() throws {
    let sandbox = try Sandbox()
    let file = sandbox.path("config")
    let git = GitProcess(environment: sandbox.environment, workingDirectory: sandbox.root)
    let keepsTabs = try #require(GitVersion.installed(git)) >= GitVersion(2, 45)
    var random = SeededBytes(seed: UInt64(Self.seed))
    for _ in 0..<200 {
      let content = Self.damaged(&random)
      try FileSystem.writeAtomically(content, to: file)
      let git = try sandbox.run("git", ["config", "--file", file, "--list", "-z"])
      let expected =
        git.succeeded
        ? git.output.records(endedBy: 0) : git.errorOutput.lines.filter { $0.hasPrefix("fatal: ") }
      #expect(Self.ours(content, file, keepsTabs: keepsTabs) == expected, "\(content.bytes)")
    }
  }

  private static func ours(
    _ content: ByteString,
    _ file: ByteString,
    keepsTabs: Bool
  ) -> [ByteString] {
    var parser = ConfigParser(content)
    var entries: [ByteString] = []
    var header: ConfigParser.Header?
    do throws(ConfigParser.SyntaxError) {
      while let piece = try parser.next() {
        switch piece {
        case .header(let found):
          header = found
        case .item(let item):
          var value = item.value
          for index in item.softSpaces where !keepsTabs { value?.bytes[index] = UInt8(ascii: " ") }
          let stem = header.map { header in
            header.section + (header.subsection.map { "." + $0 } ?? "") + "."
          }
          let key = (stem ?? "") + item.name
          entries.append(key.cText + (value.map { "\n" + $0.cText } ?? ""))
        }
      }
    } catch {
      return ["fatal: bad config line \(error.line) in file \(file)"]
    }
    return entries
  }
}

extension ByteString {
  /// Up to the first NUL.
  fileprivate var cText: ByteString { ByteString(bytes.prefix { $0 != 0 }) }
}
