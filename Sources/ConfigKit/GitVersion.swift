import ByteKit
package import ProcessKit

/// A release of git, asked only where configuration means different things to different releases.
package struct GitVersion: Hashable, Comparable, Sendable {
  package let major: Int
  package let minor: Int
  package let patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// From what `git version` prints: `git version 2.39.5 (Apple Git-154)`.
  package init?(parsing text: String) {
    guard let number = text.split(separator: " ").dropFirst(2).first else { return nil }
    var parts: [Int] = []
    for piece in number.split(separator: ".") {
      let digits = piece.prefix { $0.isASCII && $0.isNumber }
      guard let part = Int(digits) else { break }
      parts.append(part)
    }
    guard parts.count >= 2 else { return nil }
    self.init(parts[0], parts[1], parts.count > 2 ? parts[2] : 0)
  }

  /// Asks the installed git; nil if there is none that answers.
  package static func installed(_ git: GitProcess) -> GitVersion? {
    guard let output = try? git.output(["version"]) else { return nil }
    return GitVersion(parsing: output.text)
  }

  /// The release of the git that `environment` finds; the newest known where none answers.
  package static func current(_ environment: Environment) -> GitVersion {
    installed(GitProcess(environment: environment, workingDirectory: "/")) ?? newestKnown
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension GitVersion {
  /// What is assumed where no git answers.
  package static let newestKnown = GitVersion(2, 55)
  /// Unquoted tabs inside a value stay tabs.
  static let keepsTabs = GitVersion(2, 45)
  /// A condition that begins with `./` on the command line counts as true.
  static let takesRelativeCommandCondition = GitVersion(2, 51)
  /// `includeIf "worktree:..."`.
  static let knowsWorktreeCondition = GitVersion(2, 56)
  /// `safe.directory` ending in `/*`.
  static let knowsSafeBelow = GitVersion(2, 46)
  /// Links in `safe.directory` are resolved.
  static let resolvesSafeLinks = GitVersion(2, 46, 1)
  /// `safe.bareRepository=explicit` lets the git directory of a work tree pass.
  static let trustsImplicitBare = GitVersion(2, 45)
  /// An empty `remote.<name>.url` or `pushurl` takes back those before it.
  package static let resetsURLs = GitVersion(2, 46)
  /// A dot at either end of a name or an address stays.
  package static let keepsDots = GitVersion(2, 42)
}
