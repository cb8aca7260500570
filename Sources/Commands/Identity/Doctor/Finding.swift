import ByteKit

/// One thing that `doctor` found.
struct Finding: Sendable {
  /// What is wrong, as a word for programs.
  enum Code: String, Sendable, CaseIterable {
    case noSlash = "no-slash"
    case blank
    case star
    case doubleSlash = "double-slash"
    case envVar = "env-var"
    case symlink
    case letterCase = "case"
    case remoteForm = "remote-form"
    case shadowed
    case authorBeatsUser = "author-beats-user"
    case env
    case sectionName = "section-name"
    case unknownCondition = "unknown-condition"
    case missingFile = "missing-file"
    case gitTooOld = "git-too-old"
    case remoteURLInIdentity = "remote-url-in-identity"
    case sameAddress = "same-address"
    case staleDir = "stale-dir"
    case guessable
    case keyMissing = "key-missing"
    case keyMode = "key-mode"
    case otherKeySigns = "other-key-signs"
    case localOverride = "local-override"

    /// Worth knowing, but no reason to exit 1.
    var isWarning: Bool {
      switch self {
      case .authorBeatsUser, .env, .sameAddress, .staleDir, .guessable, .otherKeySigns,
        .localOverride:
        true
      default: false
      }
    }
  }

  /// How a finding is cured.
  enum Cure: Sendable {
    /// `doctor --fix` writes this.
    case repair(@Sendable (inout Draft) throws -> Void)
    /// A command for the user to decide on.
    case command(String)
  }

  let code: Code
  let path: ByteString?
  let line: Int?
  let message: String
  var cure: Cure?

  /// What to type; nil if nothing is right in every case.
  var fix: String? {
    switch cure {
    case .repair: "git identity doctor --fix"
    case .command(let command): command
    case nil: nil
    }
  }

  /// Whether both speak of the same thing.
  func isSame(as other: Finding) -> Bool {
    code == other.code && path == other.path && message == other.message
  }
}
