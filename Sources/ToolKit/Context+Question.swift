import ByteKit
import TerminalKit

extension Context {
  /// Whether somebody can be asked: a terminal on standard input, and one that shows the question.
  package var canAsk: Bool { streams.inputIsTerminal && streams.error.isTerminal }

  /// Asks on the terminal; anything but `y` or `yes` is no, and so is the end of the input.
  package func agrees(to question: String) -> Bool {
    guard canAsk else { return false }
    streams.error.write("\(ByteString(question).harmlessLine) [y/N] ")
    let answer = readLine().map { ByteString($0).trimmed.lowercasedASCII }
    if answer == nil { streams.error.write("\n") }
    return answer == "y" || answer == "yes"
  }
}
