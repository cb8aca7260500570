import ByteKit
import ConfigKit
import IdentityKit
import ToolKit

extension Here {
  /// As `git whoami` says it.
  enum State: String, Sendable {
    case broken = "BROKEN"
    case missing = "MISSING"
    case empty = "EMPTY"
    case guessed = "GUESSED"
    case wrong = "WRONG"
    case mixed = "MIXED"
    case unchecked = "UNCHECKED"
    case ok = "OK"
  }

  var state: State {
    guard config != nil else { return .broken }
    guard let author else { return .missing }
    if author.hasEmptyEmail { return .empty }
    if author.isGuessed { return .guessed }
    if let promised {
      if match.isExactly(promised) { return .ok }
      if case .otherName(let found) = match, found.contains(where: { $0.name == promised.name }) {
        return .mixed
      }
      return .wrong
    }
    if case .otherName = match { return .mixed }
    return .unchecked
  }
}
