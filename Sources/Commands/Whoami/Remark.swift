/// Something that a person should know, and what to type about it.
struct Remark: Sendable, Equatable {
  /// The line of configuration that it is about, if it is long enough to stand alone.
  let subject: String?
  /// One line in git's style; names and paths in it are as people read them.
  let reason: String
  /// A line for the shell that mends it, where there is one.
  let fix: String?

  init(_ reason: String, about subject: String? = nil, fix: String? = nil) {
    self.subject = subject
    self.reason = reason
    self.fix = fix
  }

  /// All of it but the fix, in one line.
  var text: String { subject.map { "\($0): \(reason)" } ?? reason }
}
