import ByteKit
import ConfigKit
import FileKit
import GitKit
import HistoryKit
import ProcessKit
import TestSupport

extension Sandbox {
  /// Opens what discovery finds in the working directory, read by `reader` (`libgit2`, `git`).
  func openRepository(reader: ByteString? = nil) throws -> Repository {
    let found = try RepositoryLocation.discover(
      environment: environment,
      workingDirectory: workingDirectory
    )
    guard case .found(let location) = found else { throw NoObject(text: workingDirectory) }
    var git = GitProcess(environment: environment, workingDirectory: workingDirectory)
    if let reader { git.environment["GIT_TOOLBOX_READER"] = reader }
    return try Repository(location, git: git)
  }

  /// A repository `w` with one commit, which becomes the working directory.
  static func withRepository() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.git("init", "-q", "w")
    sandbox.workingDirectory = sandbox.path("w")
    try sandbox.commit("base", "0")
    return sandbox
  }

  /// Writes `content` into `file` and commits it; gives the commit.
  @discardableResult
  func commit(_ file: ByteString, _ content: ByteString) throws -> ObjectID {
    try write(content, to: file)
    try git("add", file)
    try git("commit", "-qm", "\(file)")
    return try id("HEAD")
  }

  /// The object that git says `revision` is.
  func id(_ revision: ByteString) throws -> ObjectID {
    let text = try git("rev-parse", "--verify", revision)
    guard let id = ObjectID(hex: text) else { throw NoObject(text: text) }
    return id
  }

  struct NoObject: Error { let text: ByteString }
}
