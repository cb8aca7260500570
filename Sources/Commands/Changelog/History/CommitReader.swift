package import ByteKit
import Dispatch
package import ProcessKit
import TerminalKit

/// Reads commits out of `git rev-list`, message and all, as they come.
///
/// git itself is the fastest reader of a whole history (libgit2 needs as long with one thread), it
/// knows every object format and reference store, and it decodes what a message's `encoding` header
/// names. Two of it read the two halves of a long history.
package struct CommitReader: Sendable {
  let git: GitProcess
  let maker: EntryMaker
  /// Whether what the commits reach is read, too.
  var walks = true
  /// Whether hidden types and merges make entries, as `add` asks for.
  var always = false

  package init(git: GitProcess, maker: EntryMaker) {
    self.git = git
    self.maker = maker
  }

  /// The commits that `revisions` (object names, `^name` to exclude) reach, newest first by date.
  package func commits(_ revisions: [ByteString]) throws(GitProcessError) -> [HistoryCommit] {
    var arguments: [ByteString] = [
      "rev-list", "--stdin", "--encoding=UTF-8", "--format=\(RecordParser.format)",
    ]
    if !walks { arguments.append("--no-walk=unsorted") }
    let parser = Protected(RecordParser(maker: maker, always: always))
    let result: ProcessResult
    do throws(ProcessError) {
      // git would flush after each commit, so that one may stop reading early.
      var git = git
      git.environment["GIT_FLUSH"] = "0"
      result = try git.run(
        arguments,
        input: .bytes(revisions.map { $0 + "\n" }.joined(separator: "")),
        output: .stream { bytes in parser.withLock { $0.consume(bytes) } }
      )
    } catch {
      throw .notStarted(error)
    }
    guard result.succeeded else { throw .failed(arguments: arguments, result) }
    return parser.withLock { $0.takeCommits() }
  }
}

extension CommitReader {
  /// The commits that `head` reaches, read in two halves at once: what `middle` reaches, and the rest.
  ///
  /// Commits of the first half that `head` does not reach may be among them.
  package func commits(
    reachableFrom head: ByteString,
    dividedAt middle: [ByteString]
  ) throws(GitProcessError) -> [HistoryCommit] {
    let halves: [[ByteString]] = [[head] + middle.map { "^" + $0 }, middle]
    let results = Protected<[Result<[HistoryCommit], GitProcessError>?]>([nil, nil])
    DispatchQueue.concurrentPerform(iterations: halves.count) { half in
      let result = Result { () throws(GitProcessError) in try self.commits(halves[half]) }
      results.withLock { $0[half] = result }
    }
    var all: [HistoryCommit] = []
    for result in results.withLock({ $0 }).compactMap(\.self) { all += try result.get() }
    return all
  }
}

/// Takes the output of `git rev-list --format` apart, in pieces of any size.
struct RecordParser: Sendable {
  /// Fields, each ended by NUL; the first holds rev-list's own `commit <id>` line, too.
  static let format: ByteString = "%P%x00%an%x00%ae%x00%at%x00%ct%x00%B%x00"
  private static let fieldCount = 6

  private let maker: EntryMaker
  private let always: Bool
  private var buffer: [UInt8] = []
  /// The ends of the fields of the record that `buffer` begins with.
  private var ends: [Int] = []
  private var scanned = 0
  private var commits: [HistoryCommit] = []

  init(maker: EntryMaker, always: Bool) {
    self.maker = maker
    self.always = always
  }

  mutating func consume(_ bytes: ArraySlice<UInt8>) {
    buffer += bytes
    var start = 0
    while let end = buffer[scanned...].firstIndex(of: 0) {
      ends.append(end)
      scanned = end + 1
      guard ends.count == Self.fieldCount else { continue }
      if let commit = commit(from: start) { commits.append(commit) }
      start = scanned
      ends.removeAll(keepingCapacity: true)
    }
    scanned = buffer.count - start
    ends = ends.map { $0 - start }
    buffer.removeFirst(start)
  }

  /// All commits so far, given away.
  mutating func takeCommits() -> [HistoryCommit] {
    defer { commits = [] }
    return commits
  }

  private func commit(from start: Int) -> HistoryCommit? {
    // "\ncommit <id>\n<parents>": the line end that follows a record comes first.
    let head = buffer[start..<ends[0]].drop { $0 == UInt8(ascii: "\n") }
    guard head.hasPrefix("commit "), let lineEnd = head.firstIndex(of: UInt8(ascii: "\n")) else {
      return nil
    }
    guard let key = CommitID(hex: head[(head.startIndex + 7)..<lineEnd]) else { return nil }
    let parents = head[(lineEnd + 1)...].split(separator: UInt8(ascii: " "))
      .compactMap(CommitID.init(hex:))
    func field(_ index: Int) -> ArraySlice<UInt8> { buffer[(ends[index - 1] + 1)..<ends[index]] }
    let message = CommitMessage(parsing: ByteString(field(5)).decodedText)
    var commit = HistoryCommit(
      key: key,
      parentKeys: parents,
      author: Self.hash(field(1), field(2)),
      authorDate: Self.number(field(3)),
      date: Self.number(field(4)),
      subject: message.subject,
      outcome: .hidden(reason: "merge")
    )
    if commit.isMerge {
      commit.mergedRequest = PullRequest.reference(ofMerge: message)
      if always { commit.outcome = maker.outcome(ofMerge: message) }
    } else {
      (commit.outcome, commit.revert) = maker.reading(of: message, always: always)
    }
    return commit
  }

  /// FNV-1a of both, a byte between them that neither holds.
  private static func hash(_ name: ArraySlice<UInt8>, _ address: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = hash &* 0x100_0000_01B3
    for byte in address { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  /// A time as git prints it; 0 for one that it could not read.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64 {
    let isNegative = digits.first == UInt8(ascii: "-")
    var number: Int64 = 0
    for byte in isNegative ? digits.dropFirst() : digits {
      guard byte.isASCIIDigit else { return 0 }
      number = number &* 10 &+ Int64(byte - UInt8(ascii: "0"))
    }
    return isNegative ? -number : number
  }
}

extension ByteString {
  /// The bytes if they are UTF-8, else read as Latin-1.
  ///
  /// git has re-encoded what a header named, and what old tools stored without one is Latin-1 nearly
  /// always. Nothing is lost either way.
  var decodedText: ByteString {
    if bytes.allSatisfy({ $0 < 0x80 }) || validText != nil { return self }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result += [0xC0 | (byte >> 6), 0x80 | (byte & 0x3F)]
      }
    }
    return ByteString(result)
  }
}
