import ByteKit
import CommandLineKit
import IdentityKit

/// What the command line asks for.
package struct WhoamiOptions: Sendable {
  enum Format: String, CaseIterable, ParameterValue {
    case text
    case short
    case explain
    case json
    case porcelain
  }

  var format = Format.text
  /// Ends lines of `--porcelain` with NUL, and quotes nothing.
  var endsWithNUL = false
  /// Only this one; nil for both.
  var isAuthorOnly = false
  var isCommitterOnly = false
  var isChecking = false
  var expected: [ByteString] = []
  var branch: ByteString?
  var isVerifying = false
  var under: ByteString?
  var isQuiet = false

  package init() {}

  var roles: [IdentityRole] {
    if isAuthorOnly { return [.author] }
    if isCommitterOnly { return [.committer] }
    return [.author, .committer]
  }
}
