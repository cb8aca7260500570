import ByteKit

/// What `git push --porcelain` said of our one ref, for each URL that it pushed to.
///
/// git-push(1), OUTPUT: one block for each push URL, in their order: `To <url>`, then lines
/// `<flag> TAB <from>:<to> TAB <summary> (<reason>)`, then `Done`. A pre-push hook runs before each
/// block and prints on the same stream, also lines that look alike.
struct PushReport {
  enum Flag: Equatable {
    /// `*`: created.
    case created
    /// `=`: there already, at the same commit.
    case upToDate
    /// `!`: rejected or failed.
    case rejected
    /// A fast-forward or forced update: our push never asks for one.
    case other
  }

  struct Answer: Equatable {
    let flag: Flag
    /// What stands in brackets and parentheses: `[remote rejected] (pre-receive hook declined)`.
    let summary: ByteString

    /// The text in the last parentheses, or the summary.
    var reason: ByteString {
      guard summary.hasSuffix(")"), let open = summary.bytes.lastIndex(of: UInt8(ascii: "("))
      else { return summary }
      return ByteString(summary.bytes[(open + 1)...].dropLast())
    }
  }

  /// For each of the URLs, in their order; nil where git said nothing of our ref.
  let answers: [Answer?]

  /// `urls`: as git prints them, in the order in which it pushes.
  ///
  /// A URL's block begins with the last `To <url>` before the next URL's block: what a hook printed
  /// stands before it.
  init(parsing output: ByteString, ref: ByteString, urls: [ByteString]) {
    let lines = output.lines
    var answers: [Answer?] = []
    var end = lines.count
    for url in urls.reversed() {
      guard let start = lines[..<end].lastIndex(of: "To \(url)") else {
        answers.append(nil)
        continue
      }
      answers.append(
        lines[(start + 1)..<end].lazy.compactMap { Self.answer(in: $0, on: ref) }.first
      )
      end = start
    }
    self.answers = answers.reversed()
  }

  /// What a line says of `ref`; nil if it is about something else.
  static func answer(in line: ByteString, on ref: ByteString) -> Answer? {
    let fields = line.split(on: UInt8(ascii: "\t"))
    guard fields.count >= 3, fields[1] == "\(ref):\(ref)" else { return nil }
    let flag: Flag =
      switch fields[0] {
      case "*": .created
      case "=": .upToDate
      case "!": .rejected
      default: .other
      }
    return Answer(flag: flag, summary: fields[2])
  }
}
