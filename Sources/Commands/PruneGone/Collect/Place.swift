import ByteKit
import ConfigKit
import FileKit
import GitKit
import HistoryKit
import ProcessKit
import ToolKit

/// One repository that the command works in: everything about it that does not change in a run.
struct Place {
  let location: RepositoryLocation
  /// The repository's own configuration file as it was when the stack was read.
  let configuration: ByteString
  let stack: ConfigStack
  let tracking: TrackingConfiguration
  let repository: Repository
  let state: StateDirectory
  let git: GitProcess

  /// `git`: git as it finds this very repository.
  init(_ location: RepositoryLocation, git: GitProcess) throws {
    self.location = location
    self.git = git
    let file = location.commonDirectory.appendingPath("config")
    // Before the stack is read: what changes in between is then seen as a change.
    configuration = try FileSystem.readIfPresent(file) ?? ""
    stack = try ConfigStack.load(
      location,
      environment: git.environment,
      workingDirectory: git.workingDirectory
    )
    tracking = try TrackingConfiguration(stack, file: file)
    repository = try Repository(location, git: git)
    state = StateDirectory(commonDirectory: location.commonDirectory)
  }

  /// The same place, with everything read anew.
  func again() throws -> Place { try Place(location, git: git) }

  /// What people call the repository: the top of its work tree, or its git directory.
  var name: ByteString { location.workTree ?? location.commonDirectory }

  /// The repository's own configuration, links resolved: where git writes, and where its lock is.
  func configurationPath() throws(FileError) -> ByteString {
    try FileSystem.resolvingLinks(location.commonDirectory.appendingPath("config"))
  }

  func refs() throws(GitError) -> RefTable { RefTable(try repository.references()) }

  func holders() throws(FileError) -> HolderSurvey {
    try HolderSurvey(
      commonDirectory: location.commonDirectory,
      mainPlace: mainPlace
    )
  }

  /// The folder of the main worktree, or the bare repository.
  private var mainPlace: ByteString {
    if !location.isLinkedWorktree { return name }
    let common = location.commonDirectory
    return common.dropping(suffix: "/.git") ?? common
  }
}

extension Context {
  /// The repository that the command was called in.
  func place() throws -> Place { try Place(try location(), git: git) }
}
