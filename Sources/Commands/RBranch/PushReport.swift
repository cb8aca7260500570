import ByteKit

/// What `git push --porcelain` said of our one ref, for each URL that it pushed to.
///
/// git-push(1), OUTPUT: after `To <url>` come lines `<flag> TAB <from>:<to> TAB <summary> (<reason>)`.
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

  struct Result {
    /// As git prints it, which hides passwords.
    var url: ByteString
    var flag: Flag?
    /// What stands in brackets and parentheses: `[remote rejected] (pre-receive hook declined)`.
    var summary: ByteString = ""

    /// The text in the last parentheses, or the summary.
    var reason: ByteString {
      guard summary.hasSuffix(")"), let open = summary.bytes.lastIndex(of: UInt8(ascii: "("))
      else { return summary }
      return ByteString(summary.bytes[(open + 1)...].dropLast())
    }
  }

  let results: [Result]

  init(parsing output: ByteString, ref: ByteString) {
    var results: [Result] = []
    for line in output.lines {
      if let url = line.dropping(prefix: "To ") {
        results.append(Result(url: url))
      } else if let result = Self.parse(line, ref: ref) {
        if results.isEmpty { results.append(Result(url: "")) }
        results[results.count - 1].flag = result.flag
        results[results.count - 1].summary = result.summary
      }
    }
    self.results = results
  }

  private static func parse(
    _ line: ByteString,
    ref: ByteString
  )
    -> (flag: Flag, summary: ByteString)?
  {
    let fields = line.split(on: UInt8(ascii: "\t"))
    guard fields.count >= 3, fields[1] == "\(ref):\(ref)" else { return nil }
    let flag: Flag =
      switch fields[0] {
      case "*": .created
      case "=": .upToDate
      case "!": .rejected
      default: .other
      }
    return (flag, fields[2])
  }
}
