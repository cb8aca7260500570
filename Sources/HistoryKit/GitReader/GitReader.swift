import ByteKit
package import ConfigKit
package import ProcessKit

/// Reads a repository through git's plumbing: one process for all objects, one for all references.
///
/// Git reads every format of its own, and a static command can use it.
package final class GitReader {
  let location: RepositoryLocation
  /// Git in the repository itself, which may fetch nothing.
  let git: GitProcess
  private let storage: ObjectStorage
  private let environment: Environment
  /// Git that sees the objects alone; made when the first one is read.
  private var madeIsolated: IsolatedGit?
  private var contents: ObjectConversation?
  private var headers: ObjectConversation?

  package init(_ location: RepositoryLocation, git: GitProcess) {
    self.location = location
    environment = git.environment
    storage = ObjectStorage(location, environment: git.environment)
    let here = git.environment.setting([
      "GIT_DIR": location.gitDirectory,
      "GIT_NO_REPLACE_OBJECTS": "1",
      // In a partial clone a missing object is an answer, not a reason to ask a server.
      "GIT_NO_LAZY_FETCH": "1",
      "GIT_ALLOW_PROTOCOL": "none",
    ])
    self.git = GitProcess(environment: here, workingDirectory: location.directory)
  }

  deinit {
    contents?.end()
    headers?.end()
  }

  func isolated() throws(GitError) -> IsolatedGit {
    if let madeIsolated { return madeIsolated }
    let made = try IsolatedGit(storage, environment: environment)
    madeIsolated = made
    return made
  }
}

extension GitReader: ObjectReader {
  package var name: String { "git" }

  package var isInProcess: Bool { false }

  package func contains(_ id: ObjectID) throws(GitError) -> Bool {
    try header(of: id) != nil
  }

  package func kind(of id: ObjectID) throws(GitError) -> ObjectKind {
    guard let header = try header(of: id) else { throw Self.missing(id) }
    return header.kind
  }

  package func read(
    _ id: ObjectID,
    _ body: (ObjectKind, UnsafeBufferPointer<UInt8>) -> Void
  ) throws(GitError) {
    let conversation = try take(\.contents, "--batch")
    do throws(GitError) {
      guard let header = try conversation.header(of: id) else {
        contents = conversation
        throw Self.missing(id)
      }
      let content = try conversation.content(header, of: id)
      contents = conversation
      content.withUnsafeBufferPointer { body(header.kind, $0) }
    } catch {
      if contents == nil { conversation.end() }
      throw error
    }
  }

  /// The conversation at hand or a new one, to be put back when all went well: else it stops in
  /// the middle of something.
  private func take(
    _ place: ReferenceWritableKeyPath<GitReader, ObjectConversation?>,
    _ mode: ByteString
  ) throws(GitError) -> ObjectConversation {
    if let conversation = self[keyPath: place] {
      self[keyPath: place] = nil
      return conversation
    }
    return try ObjectConversation(mode, isolated())
  }

  private func header(of id: ObjectID) throws(GitError) -> ObjectConversation.Header? {
    let conversation = try take(\.headers, "--batch-check")
    do throws(GitError) {
      let header = try conversation.header(of: id)
      headers = conversation
      return header
    } catch {
      conversation.end()
      throw error
    }
  }

  private static func missing(_ id: ObjectID) -> GitError {
    GitError(.missingObject, "cannot read '\(id)': it is not here")
  }
}
