import ByteKit
import CommandLineKit

/// How many branches one run may delete: `--max-deletes <n|p%>`.
enum DeletionLimit: Hashable, Sendable {
  case count(Int)
  /// Of all local branches.
  case percentage(Int)

  /// Whether deleting `deletions` of `branches` local branches is more than allowed.
  func isExceeded(by deletions: Int, of branches: Int) -> Bool {
    switch self {
    case .count(let count): deletions > count
    case .percentage(let percentage): deletions * 100 > branches * percentage
    }
  }
}

extension DeletionLimit: ParameterValue {
  init(argument: ByteString) throws(UnexpectedValue) {
    let digits = argument.dropping(suffix: "%")
    guard let text = (digits ?? argument).validText, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }),
      let number = Int(text), digits == nil || number <= 100
    else { throw UnexpectedValue(expected: "a number or a percentage such as '10%'") }
    self = digits == nil ? .count(number) : .percentage(number)
  }
}

extension DeletionLimit: CustomStringConvertible {
  var description: String {
    switch self {
    case .count(let count): "\(count)"
    case .percentage(let percentage): "\(percentage)%"
    }
  }
}
