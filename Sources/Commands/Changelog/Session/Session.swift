package import ByteKit
package import ConfigKit
import FileKit
package import ProcessKit
package import RemoteKit
package import ToolKit

/// What one run knows before it reads any history: the question, the repository, its configuration,
/// and HEAD.
package struct Session {
  package let context: Context
  package let options: ChangelogOptions
  package let location: RepositoryLocation
  package let config: ConfigStack
  package let settings: Settings
  /// Nil while there is no commit.
  package let head: Head?
  /// The pages of the repository; nil if no remote or host is known.
  package let links: HostLinks?

  /// What HEAD is.
  package struct Head: Sendable {
    /// The object name of the commit.
    package let commit: ByteString
    /// The branch without `refs/heads/`; nil if HEAD is detached.
    package let branch: ByteString?
  }

  package init(_ options: ChangelogOptions, in context: Context) throws {
    self.context = context
    self.options = options
    location = try context.location()
    config = try context.config()
    settings = try Settings(config, tagPrefix: options.tagPrefix)
    head = try Self.head(context.git)
    links = try HostLinks(
      settings,
      Remotes(config, environment: context.environment),
      branch: head?.branch
    )
  }

  private static func head(_ git: GitProcess) throws -> Head? {
    // The name comes second: without a commit the first is an error.
    let result = try git.run(["rev-parse", "HEAD^{commit}", "--symbolic-full-name", "HEAD"])
    let lines = result.output.lines
    guard result.succeeded, let commit = lines.first else { return nil }
    return Head(commit: commit, branch: lines.last?.dropping(prefix: "refs/heads/"))
  }

  /// HEAD's commit; throws if there is none yet.
  package func requireHead() throws -> ByteString {
    guard let head else {
      throw ToolError("there is no commit yet", hints: ["make one with 'git commit' first"])
    }
    return head.commit
  }

  /// Makes entries as `document` writes them; with capitals where there is none.
  package func entryMaker(for document: Document?) -> EntryMaker {
    EntryMaker(
      categories: settings.categories,
      trailerName: settings.trailerName,
      text: EntryText(links: links, capitalizes: document.map(\.style.isCapitalized) ?? true)
    )
  }
}

// MARK: - Git

extension Session {
  package var git: GitProcess { context.git }

  /// Git at the top of the work tree: for commands that take paths as they are, not pathspecs.
  package var gitAtTop: GitProcess {
    var git = self.git
    guard let workTree = location.workTree else { return git }
    let directory = context.workingDirectory
    git.workingDirectory = workTree
    for magic in ["LITERAL", "GLOB", "NOGLOB", "ICASE"] {
      git.environment[ByteString("GIT_\(magic)_PATHSPECS")] = nil
    }
    // What is relative to where the user stands would mean something else there.
    if git.environment["GIT_DIR"] != nil {
      git.environment["GIT_DIR"] = location.gitDirectory
      git.environment["GIT_WORK_TREE"] = workTree
    }
    if let index = git.environment["GIT_INDEX_FILE"] {
      git.environment["GIT_INDEX_FILE"] = index.absolutePath(in: directory)
    }
    return git
  }

  /// The full name of the commit that `revision` means.
  package func commit(_ revision: ByteString) throws -> ByteString {
    let result = try git.run([
      "rev-parse", "--quiet", "--verify", "--end-of-options", "\(revision)^{commit}",
    ])
    // git before 2.30 and some later ones print the marker, too.
    let id = result.output.lines.last { $0 != "--end-of-options" }
    guard result.succeeded, let id else {
      throw ToolError("bad revision '\(revision.text)'")
    }
    return id.trimmed
  }

  /// A commit's message as UTF-8.
  package func message(of commit: ByteString) throws -> ByteString {
    let text = try git.output([
      "log", "-1", "--format=%B", "--encoding=UTF-8", "--end-of-options", commit,
    ])
    return text.decodedMessage
  }

  /// The changelog as `revision` has it (`HEAD`, a tag, a commit, or "" for the index); nil if it
  /// has none.
  package func content(of path: ByteString, at revision: ByteString) throws -> ByteString? {
    let result = try git.run(["cat-file", "blob", "\(revision):\(path)"])
    return result.succeeded ? result.output : nil
  }
}

// MARK: - Speaking

extension Session {
  /// A line on standard error unless `--quiet`.
  package func say(_ text: ByteString) {
    if !options.isQuiet { context.note(text.text) }
  }
}

extension HostLinks {
  /// The pages of the repository that the branch is fetched from.
  fileprivate init?(_ settings: Settings, _ remotes: Remotes, branch: ByteString?) throws {
    guard settings.host.isLinked else { return nil }
    // A branch that follows one of this repository is linked to where others are fetched from.
    for name in [settings.remote, try remotes.fetchRemote(on: branch), "origin"] {
      guard let name, let url = try remotes.urls(of: name)?.fetch.first else { continue }
      self.init(remote: url.endpoint, kind: settings.host.kind, branch: branch ?? "main")
      return
    }
    return nil
  }
}
