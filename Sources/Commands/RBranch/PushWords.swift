import ByteKit
import ConfigKit
import TerminalKit

/// What git, hooks and servers say during a push, passed on as it comes.
///
/// Left out is what tells nobody anything: that no objects were needed, and that a push failed, which
/// the error says that follows.
final class PushWords: Sendable {
  private struct State: Sendable {
    var hook: HookWords
    var output = ByteString()
    var unfinishedOutput: [UInt8] = []
    var unfinishedError: [UInt8] = []
    var said: [ByteString] = []
  }

  private let state: Protected<State>
  private let urls: [ByteString]
  /// Where the words go; nil keeps them for `said`.
  private let sink: (any ByteSink)?

  init(ref: ByteString, urls: [ByteString], sink: (any ByteSink)?) {
    state = Protected(State(hook: HookWords(ref: ref, urls: urls)))
    self.urls = urls
    self.sink = sink
  }

  /// All of standard output.
  var output: ByteString { state.withLock { $0.output } }

  /// The lines that were passed on or kept, without progress.
  var said: [ByteString] { state.withLock { $0.said } }

  func takeOutput(_ bytes: ArraySlice<UInt8>) {
    let words = state.withLock { state in
      state.output += ByteString(bytes)
      return Self.pieces(&state.unfinishedOutput, bytes).flatMap { piece in
        state.hook.take(piece.content).map { $0 + "\n" }
      }
    }
    for line in words { pass(line) }
  }

  func takeError(_ bytes: ArraySlice<UInt8>) {
    let pieces = state.withLock { Self.pieces(&$0.unfinishedError, bytes, endingAtReturn: true) }
    for piece in pieces { passError(piece.content, piece.end) }
  }

  /// Passes on what did not end with its line.
  func finish() {
    let rest = state.withLock { state in
      var words: [ByteString] = []
      if !state.unfinishedOutput.isEmpty {
        words += state.hook.take(ByteString(state.unfinishedOutput))
      }
      words += state.hook.finish()
      let error = ByteString(state.unfinishedError)
      state.unfinishedOutput = []
      state.unfinishedError = []
      return (words: words.map { $0 + "\n" }, error: error)
    }
    for line in rest.words { pass(line) }
    if !rest.error.isEmpty { passError(rest.error, "\n") }
  }

  private func passError(_ line: ByteString, _ end: ByteString) {
    if isIdle(line) { return }
    pass(line + end)
  }

  private func pass(_ piece: ByteString) {
    if let line = piece.dropping(suffix: "\n") {
      let plain = line.trimmed
      if !plain.isEmpty { state.withLock { $0.said.append(plain) } }
      sink?.write(line.redactingCredentials.harmless + "\n")
    } else if let line = piece.dropping(suffix: "\r") {
      sink?.write(line.redactingCredentials.harmless + "\r")
    }
  }

  /// `Total 0 (delta 0), reused 0 (delta 0)` in whatever language, and git's second `error:`, which
  /// names the URL that has refused.
  private func isIdle(_ line: ByteString) -> Bool {
    if line.hasPrefix("error: "), urls.contains(where: { line.hasSuffix("'\($0)'") }) {
      return true
    }
    let pairs = line.split(on: UInt8(ascii: "(")).dropFirst()
    let digits = line.bytes.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return digits.count >= 4 && digits.allSatisfy { $0 == UInt8(ascii: "0") }
      && pairs.count >= 2 && pairs.prefix(2).allSatisfy { $0.contains(" 0)") }
  }

  /// The lines that are complete with `bytes`; what is not stays in `rest`.
  private static func pieces(
    _ rest: inout [UInt8],
    _ bytes: ArraySlice<UInt8>,
    endingAtReturn: Bool = false
  ) -> [(content: ByteString, end: ByteString)] {
    var pieces: [(content: ByteString, end: ByteString)] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || (endingAtReturn && byte == UInt8(ascii: "\r")) {
        pieces.append((ByteString(rest), ByteString([byte])))
        rest = []
      } else {
        rest.append(byte)
      }
    }
    return pieces
  }
}
