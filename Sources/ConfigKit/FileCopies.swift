package import ByteKit
package import FileKit
package import ProcessKit

/// Files as they would be after a change: what reading configuration finds in place of those on
/// disk.
package struct FileCopies: Sendable {
  /// By real path.
  private var contents: [ByteString: ByteString] = [:]

  package init() {}

  package var isEmpty: Bool { contents.isEmpty }

  /// The real paths of all copies, in order.
  package var paths: [ByteString] { contents.keys.sorted() }

  /// The copy of a file, or the file itself; nil if there is neither.
  package func content(of path: ByteString) throws(FileError) -> ByteString? {
    if !contents.isEmpty, let copy = contents[Self.real(path)] { return copy }
    return try FileSystem.readIfPresent(path)
  }

  /// Puts `content` in the file's place, following links as a writer would.
  package mutating func set(_ path: ByteString, to content: ByteString) {
    contents[Self.real(path)] = content
  }

  /// Edits the copy as `git config --file` would edit the file; a missing one is made.
  package mutating func edit(
    _ path: ByteString,
    _ change: (inout ConfigEditor) -> Void
  ) throws(ConfigError) {
    let before = (try? content(of: path)) ?? nil
    var editor = try ConfigEditor(before ?? "", file: path)
    change(&editor)
    set(path, to: editor.content)
  }

  private static func real(_ path: ByteString) -> ByteString {
    if let real = try? FileSystem.realPath(path) { return real }
    if let folder = try? FileSystem.realPath(path.parentPath) {
      return folder.appendingPath(path.lastPathComponent)
    }
    return GitPath.normalized(path)
  }
}

/// A repository that need not exist, to ask what git would read in it.
package struct SupposedRepository: Sendable, Hashable {
  /// Absolute and without links.
  package let gitDirectory: ByteString
  package var branch: ByteString
  /// All its remotes' URLs.
  package var urls: [ByteString]

  package init(gitDirectory: ByteString, branch: ByteString = "main", urls: [ByteString] = []) {
    self.gitDirectory = gitDirectory
    self.branch = branch
    self.urls = urls
  }

  /// Its `config` file.
  var config: ByteString {
    var text: ByteString = "[core]\n\trepositoryFormatVersion = 0\n"
    for (number, url) in urls.enumerated() {
      text += ConfigQuoting.header("remote", "r\(number)") + "\n"
      text += ConfigQuoting.line("\t", "url", url) + "\n"
    }
    return text
  }
}

extension ConfigStack {
  /// All configuration as git would read it in `repository`, or outside of any if nil, with
  /// `copies` in place of the files on disk.
  package static func load(
    supposing repository: SupposedRepository?,
    environment: Environment,
    copies: FileCopies,
    gitVersion: GitVersion? = nil
  ) throws(ConfigError) -> ConfigStack {
    var copies = copies
    var place = ConfigPlace(nil, environment: environment, workingDirectory: "/")
    if let repository {
      place = ConfigPlace(supposing: repository)
      copies.set(repository.gitDirectory.appendingPath("config"), to: repository.config)
    }
    var loader = ConfigLoader(
      place: place,
      environment: environment,
      gitVersion: gitVersion,
      users: .system(environment),
      copies: copies
    )
    if let repository {
      loader.conditions.branch = .some(repository.branch)
      loader.conditions.gitDirectory = ConditionTexts.Spellings(
        real: repository.gitDirectory,
        named: repository.gitDirectory
      )
    }
    return try loader.load()
  }
}
