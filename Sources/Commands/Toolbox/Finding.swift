import ByteKit

/// Something that keeps a command from running, or from being found, documented or completed.
struct Finding {
  /// A word for scripts, such as `bin-not-on-path`.
  let code: String
  /// What is wrong, with the file or folder.
  let what: String
  /// A command line that mends it, or a line for a file; nil where only the user knows.
  let fix: String?
  /// What `--fix` does; nil where it cannot.
  var repair: (() throws -> Void)?
}
