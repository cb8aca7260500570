import DiagnosticKit

/// What reading a repository ran into.
package struct GitError: Diagnostic, Equatable {
  package enum Reason: Hashable, Sendable {
    /// A commit, tree or blob is not in this clone: damaged, or left out by a partial clone.
    case missingObject
    /// The answer would need commits that a shallow clone does not have.
    case shallow
    /// The repository is in a form (named here) that cannot be read.
    case unsupportedFormat(String)
    /// An object is there but is not what it should be, or cannot be parsed.
    case malformed
    /// The name is none that a reference may have, or a revision that git cannot parse.
    case invalidName
    /// A shortened object name fits several objects.
    case ambiguous
    /// Two commits have no common ancestor.
    case unrelated
    /// The time that was allowed is over.
    case timeLimit
    /// Anything else that libgit2, git or the system reports.
    case other(Int32)
  }

  package let reason: Reason
  package let message: String
  package let hints: [String]

  package init(_ reason: Reason, _ message: String, hints: [String] = []) {
    self.reason = reason
    self.message = message
    self.hints = hints
  }
}
