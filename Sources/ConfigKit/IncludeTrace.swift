package import ByteKit

/// One include line that was considered, and what became of it.
package struct IncludeTrace: Sendable {
  /// The `path` line.
  package let origin: ConfigOrigin
  package let scope: ConfigScope
  /// What stands in `includeIf "..."`; nil for a plain include.
  package let condition: ByteString?
  /// The path as it is written.
  package let value: ByteString?
  /// The file meant, as git names it; nil if the condition was not met, since git then never
  /// looks.
  package let file: ByteString?
  package let outcome: IncludeOutcome
  /// What the condition was matched with, `~` resolved and `**` added; empty for a plain include.
  package let pattern: ByteString
  /// What it was matched against: the git directory's two spellings, the branch, the URLs.
  package let texts: [ByteString]

  package var isTaken: Bool { outcome == .taken }
}

/// What became of an include.
package enum IncludeOutcome: Sendable {
  case taken
  /// The condition is met, or there is none, but nothing is there: git says nothing.
  case fileMissing
  /// No text matches the pattern.
  case noMatch
  /// `gitdir` and `worktree` conditions are false outside a repository.
  case outsideRepository
  /// A `worktree` condition in a repository without a work tree.
  case withoutWorkTree
  /// An `onbranch` condition while HEAD is on no branch.
  case notOnBranch
  /// A `hasconfig` condition, and no remote has a URL.
  case noRemote
  /// A word before the colon that git does not know: false, silently.
  case unknownKeyword
  /// A word that a newer git knows.
  case keywordTooNew
  /// `./` in a condition from the command line.
  case relativeOnCommandLine
}

extension IncludeTrace {
  /// What was decided about a condition, before any file was looked for.
  struct Judgement {
    var isMet: Bool
    var outcome: IncludeOutcome
    var pattern: ByteString = ""
    var texts: [ByteString] = []

    static let unconditional = Judgement(isMet: true, outcome: .taken)

    static func refused(_ outcome: IncludeOutcome) -> Judgement {
      Judgement(isMet: false, outcome: outcome)
    }
  }
}
