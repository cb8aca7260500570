import ByteKit

/// What a command line of `git identity` says.
package struct IdentityOptions: Sendable {
  enum Action: Sendable {
    case list
    case show
    case add
    case set
    case rename
    case remove
    case assign
    case unassign
    case use
    case doctor
    case undo
  }

  var action = Action.list
  /// The identity's name.
  var name: ByteString?
  /// The new name for `rename`.
  var newName: ByteString?
  var settings = SettingChanges()
  /// `--dir`.
  var folders: [ByteString] = []
  /// `--remote`.
  var remotes: [ByteString] = []
  /// `use --none`.
  var usesNone = false
  /// `show --path`.
  var showsPathOnly = false
  /// `doctor --fix`.
  var isFixing = false
  /// `--under`.
  var under: ByteString?
  /// A range of commits.
  var ranges: [ByteString] = []
  /// `fix --tags`.
  var movesTags = false
  /// `fix --drop-signatures`.
  var dropsSignatures = false
  /// `fix --undo`.
  var isUndoing = false
  var isDryRun = false
  var isJSON = false
  var isQuiet = false
}

/// What `add` and `set` are told to write, and to take away.
struct SettingChanges: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case name
    case email
    case also
    case signingKey = "signing-key"
    case sshKey = "ssh-key"
    case credential
  }

  var name: ByteString?
  var email: ByteString?
  var also: [ByteString] = []
  var signingKey: ByteString?
  /// `--no-signing`: sign nothing, whatever else is configured.
  var signsNothing = false
  var sshKey: ByteString?
  /// `<url>=<user>`.
  var credentials: [Credential] = []
  /// `--no-<setting>`.
  var removed: Set<Kind> = []

  struct Credential: Hashable, Sendable {
    let url: ByteString
    let username: ByteString
  }

  var isEmpty: Bool {
    name == nil && email == nil && also.isEmpty && signingKey == nil && !signsNothing
      && sshKey == nil && credentials.isEmpty && removed.isEmpty
  }
}
