import DiagnosticKit

/// What can be said about the identity here, the gravest first: of several, the first applies.
enum WhoamiState: String, Sendable, CaseIterable {
  /// Git dies of the configuration.
  case broken = "BROKEN"
  /// Git will not use the repository.
  case refused = "REFUSED"
  /// Git would refuse to commit.
  case missing = "MISSING"
  /// `Name <>`.
  case empty = "EMPTY"
  /// Made up from login, full name or host name.
  case guessed = "GUESSED"
  /// Not what is expected here.
  case wrong = "WRONG"
  /// A name and an address that do not belong together.
  case mixed = "MIXED"
  /// Nothing is expected here.
  case unchecked = "UNCHECKED"
  /// As expected here.
  case ok = "OK"

  /// The exit status; `isChecking` is `--check`.
  func exitStatus(isChecking: Bool) -> ExitStatus {
    switch self {
    case .missing: ExitStatus(rawValue: 2)
    case .refused: ExitStatus(rawValue: 3)
    case .broken: ExitStatus(rawValue: 4)
    case .empty, .guessed, .wrong, .mixed: isChecking ? .failure : .success
    case .unchecked, .ok: .success
    }
  }

  /// Whether `--check` passes.
  var isGood: Bool { exitStatus(isChecking: true) == .success }
}
