package import ByteKit
package import ConfigKit
import FileKit
package import ProcessKit
package import ToolKit

/// One run in one repository: what every subcommand asks for, found out once and when first asked.
package final class Session {
  package let context: Context
  package let options: ChangelogOptions
  package let location: RepositoryLocation
  package let config: ConfigStack
  package let settings: Settings

  package init(_ options: ChangelogOptions, in context: Context) throws {
    self.context = context
    self.options = options
    location = try context.location()
    config = try context.config()
    settings = try Settings(config, tagPrefix: options.tagPrefix)
  }

  package var git: GitProcess { context.git }

  // MARK: - Head

  /// What HEAD is.
  package struct Head: Sendable {
    /// The object name of the commit.
    package let commit: ByteString
    /// The branch without `refs/heads/`; nil if HEAD is detached.
    package let branch: ByteString?
  }

  private var foundHead: Head??

  /// HEAD, or nil while there is no commit.
  package func headIfBorn() throws -> Head? {
    if let foundHead { return foundHead }
    // The name comes second: without a commit the first is an error.
    let result = try git.run(["rev-parse", "HEAD^{commit}", "--symbolic-full-name", "HEAD"])
    let lines = result.output.lines
    var head: Head?
    if result.succeeded, let commit = lines.first {
      head = Head(commit: commit, branch: lines.last?.dropping(prefix: "refs/heads/"))
    }
    foundHead = .some(head)
    return head
  }

  /// HEAD; throws if there is no commit yet.
  package func head() throws -> Head {
    guard let head = try headIfBorn() else {
      throw ToolError("there is no commit yet", hints: ["make one with 'git commit' first"])
    }
    return head
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

  // MARK: - Tags

  private var readTags: VersionTags?

  /// All version tags of the prefix, whether HEAD reaches them or not.
  package func tags() throws -> VersionTags {
    if let readTags { return readTags }
    let tags = try VersionTags.read(git: git, prefix: settings.tagPrefix)
    readTags = tags
    return tags
  }

  private var readDates: [ByteString: Int64]?

  /// When each tag was made, in seconds since the epoch.
  func tagDates() throws -> [ByteString: Int64] {
    if let readDates { return readDates }
    let dates = try VersionTags.dates(git: git)
    readDates = dates
    return dates
  }

  // MARK: - Links

  private var foundLinks: HostLinks??

  /// The pages of the repository, or nil if no remote or host is known.
  package func links() throws -> HostLinks? {
    if let foundLinks { return foundLinks }
    let links = try findLinks()
    foundLinks = .some(links)
    return links
  }

  private func findLinks() throws -> HostLinks? {
    guard settings.isLinked else { return nil }
    let branch = try headIfBorn()?.branch
    let upstream = try branch.flatMap {
      try config.last(ConfigKey(section: "branch", subsection: $0, name: "remote"))?.string()
    }
    let remotes = config.subsections(of: "remote")
    let candidates =
      [settings.remote, upstream, "origin"].compactMap(\.self)
      + (remotes.count == 1 ? remotes : [])
    for name in candidates {
      guard let url = config.remoteURL(name) else { continue }
      guard let remote = RemoteURL(url) else { return nil }
      return HostLinks(remote: remote, kind: settings.hostKind, branch: branch ?? "main")
    }
    return nil
  }

  // MARK: - Entries

  /// Makes entries as `document` writes them; with capitals where there is none.
  package func entryMaker(for document: Document?) throws -> EntryMaker {
    EntryMaker(
      categories: settings.categories,
      trailerName: settings.trailerName,
      text: EntryText(
        links: try links(),
        capitalizes: document.map(\.style.isCapitalized) ?? true
      )
    )
  }

  // MARK: - Files

  /// The changelog that `--changelog` names, else the one of the work tree.
  package func changelogFile() throws -> ChangelogFile {
    guard let workTree = location.workTree else {
      throw ToolError("this operation must be run in a work tree")
    }
    return try ChangelogFile.locate(
      option: options.changelog,
      workTree: workTree,
      workingDirectory: context.workingDirectory
    )
  }

  /// What this clone remembers of the entries that were written to `file`: one commit may be listed
  /// in several files.
  package func seen(in file: ChangelogFile) throws -> SeenFile {
    let folder = location.commonDirectory.appendingPath("changelog")
    guard options.changelog != nil || options.output != nil, let workTree = location.workTree,
      try file != ChangelogFile.locate(option: nil, workTree: workTree, workingDirectory: workTree)
    else { return SeenFile(path: folder.appendingPath("seen")) }
    let name = file.pathInWorkTree ?? file.path
    return SeenFile(path: folder.appendingPath("files/\(name)/seen"))
  }
}
