package import ByteKit
import FileKit
package import ProcessKit

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

extension RepositoryLocation {
  /// Finds the repository that git would use from `workingDirectory`.
  ///
  /// `user` is the one whose files are trusted; `gitVersion` is asked of the installed git if nil
  /// and something depends on it. Throws what git would die of: a `.git` file that names nothing,
  /// a broken configuration.
  package static func discover(
    environment: Environment,
    workingDirectory: ByteString,
    gitVersion: GitVersion? = nil,
    users: UserDatabase? = nil,
    user: uid_t = geteuid()
  ) throws(ConfigError) -> Discovery {
    var search = RepositorySearch(
      environment: environment,
      start: (try? FileSystem.realPath(workingDirectory)) ?? workingDirectory,
      users: users ?? .system(environment),
      user: user,
      knownVersion: gitVersion
    )
    if EarlyReading.mayDiffer(environment) {
      try EarlyReading.check(environment, in: search.start, search.users)
    }
    do throws(ConfigError) {
      return try search.run()
    } catch {
      try EarlyReading.check(environment, in: search.start, search.users)
      throw error
    }
  }
}

/// One search for a repository.
///
/// Source: "DISCUSSION" in git(1), gitrepository-layout(5), `safe.directory` in git-config(1), and
/// git's behaviour.
struct RepositorySearch {
  let environment: Environment
  /// Where git is called, without links.
  let start: ByteString
  let users: UserDatabase
  let user: uid_t
  var knownVersion: GitVersion?

  mutating func run() throws(ConfigError) -> Discovery {
    if let named = environment["GIT_DIR"] {
      return try useExplicit(named, isFromEnvironment: true)
    }
    return try walk()
  }

  mutating func gitVersion() -> GitVersion {
    if let knownVersion { return knownVersion }
    let version = GitVersion.current(environment)
    knownVersion = version
    return version
  }

  // MARK: - Walking up

  private mutating func walk() throws(ConfigError) -> Discovery {
    let staysOnDevice =
      try !EnvironmentSwitch.isOn("GIT_DISCOVERY_ACROSS_FILESYSTEM", in: environment)
    let device = staysOnDevice ? status(start)?.device : nil
    let ceiling = ceilingLength
    var directory = start
    while true {
      if let discovery = try look(in: directory) { return discovery }
      if directory == "/" { return .outside }
      let parentLength = directory.bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
      if parentLength <= ceiling { return .outside }
      directory = parentLength == 0 ? "/" : ByteString(directory.bytes[..<parentLength])
      if staysOnDevice, status(directory)?.device != device { return .outside }
    }
  }

  /// The length of the longest folder above the start that the search does not enter; -1 without.
  private var ceilingLength: Int {
    guard let list = environment["GIT_CEILING_DIRECTORIES"], start != "/" else { return -1 }
    var longest = -1
    var resolvesLinks = true
    for entry in list.split(on: UInt8(ascii: ":")) {
      if entry.isEmpty {
        resolvesLinks = false
        continue
      }
      guard entry.isAbsolutePath else { continue }
      var folder = entry
      if resolvesLinks {
        guard let real = try? GitPath.realPath(entry, in: start) else { continue }
        folder = real
      }
      if folder.bytes.last == UInt8(ascii: "/") { folder.bytes.removeLast() }
      let length = folder.count
      guard start.hasPrefix(folder), start.count > length + 1,
        start.bytes[length] == UInt8(ascii: "/")
      else { continue }
      longest = max(longest, length)
    }
    return longest
  }

  private mutating func look(in directory: ByteString) throws(ConfigError) -> Discovery? {
    let dotGit = directory.appendingPath(".git")
    if let target = try readGitFile(dotGit) {
      return try judge(found: target, gitFile: dotGit, directory, target)
    }
    if try isGitDirectory(dotGit) {
      return try judge(found: ".git", gitFile: nil, directory, dotGit)
    }
    guard try isGitDirectory(directory) else { return nil }
    return try judgeBare(directory)
  }

  private mutating func judge(
    found text: ByteString,
    gitFile: ByteString?,
    _ directory: ByteString,
    _ gitDirectory: ByteString
  ) throws(ConfigError) -> Discovery {
    let paths = [gitFile, directory, gitDirectory].compactMap(\.self)
    if let foreign = try untrusted(paths, naming: directory) {
      return .refused(.dubiousOwnership(of: directory, foreign))
    }
    return try useDiscovered(text, in: directory)
  }

  private mutating func judgeBare(_ directory: ByteString) throws(ConfigError) -> Discovery {
    if try requiresExplicitBare(), !isImplicitlyBare(directory) {
      return .refused(.bareRepository(directory))
    }
    if let foreign = try untrusted([directory], naming: directory) {
      return .refused(.dubiousOwnership(of: directory, foreign))
    }
    return try useBare(directory)
  }

  // MARK: - Files

  /// The git directory that a `.git` file names, without links; nil if there is no such file.
  func readGitFile(_ path: ByteString) throws(ConfigError) -> ByteString? {
    guard let status = status(path), status.kind == .regular else { return nil }
    func refused(_ message: String) -> ConfigError {
      ConfigError(.repository, message, file: path)
    }
    guard status.size <= 1 << 20 else {
      throw refused("too large to be a .git file: '\(path.text)'")
    }
    let content: ByteString
    do throws(FileError) {
      content = try FileSystem.read(path)
    } catch {
      throw refused("error opening '\(path.text)': \(error.reason)")
    }
    guard let rest = content.dropping(prefix: "gitdir: ") else {
      throw refused("invalid gitfile format: \(path.text)")
    }
    guard let last = rest.bytes.lastIndex(where: { $0 != 10 && $0 != 13 }) else {
      throw refused("no path in gitfile: \(path.text)")
    }
    var target = ByteString(rest.bytes[...last]).untilNUL
    if !target.isAbsolutePath { target = GitPath.directoryPart(path) + target }
    guard try isGitDirectory(target) else {
      throw refused("not a git repository: \(target.text)")
    }
    do throws(GitPath.Failure) {
      return try GitPath.realPath(target, in: start)
    } catch {
      throw refused(error.message)
    }
  }

  /// Whether git takes the folder for a git directory: HEAD, objects and refs.
  func isGitDirectory(_ path: ByteString) throws(ConfigError) -> Bool {
    guard isHead(path.appendingPath("HEAD")) else { return false }
    let common = absolute(try commonDirectory(of: path).text)
    let objects =
      environment["GIT_OBJECT_DIRECTORY"].map { absolute($0) } ?? common.appendingPath("objects")
    return isSearchable(objects) && isSearchable(common.appendingPath("refs"))
  }

  private func isSearchable(_ path: ByteString) -> Bool {
    path.withCString { access($0, X_OK) } == 0
  }

  private func isHead(_ path: ByteString) -> Bool {
    guard let status = try? FileSystem.status(of: path, followingLinks: false) else { return false }
    if status.kind == .link {
      return (try? FileSystem.readLink(path))?.hasPrefix("refs/") ?? false
    }
    guard status.kind == .regular, let content = try? FileSystem.read(path) else { return false }
    if let target = content.dropping(prefix: "ref:") {
      return ByteString(target.bytes.drop(while: \.isSpace)).hasPrefix("refs/")
    }
    return content.count >= 40 && content.bytes.prefix(40).allSatisfy(\.isHexDigit)
  }

  /// Where refs and objects are, as git names it, and whether that was said somewhere.
  func commonDirectory(
    of gitDirectory: ByteString
  ) throws(ConfigError) -> (text: ByteString, isSeparate: Bool) {
    if let named = environment["GIT_COMMON_DIR"] { return (named, true) }
    return try ownCommonDirectory(of: gitDirectory)
  }

  private func ownCommonDirectory(
    of gitDirectory: ByteString
  ) throws(ConfigError) -> (text: ByteString, isSeparate: Bool) {
    let file = absolute(gitDirectory).appendingPath("commondir")
    guard let content = (try? FileSystem.readIfPresent(file)) ?? nil else {
      return (gitDirectory, false)
    }
    guard let last = content.bytes.lastIndex(where: { $0 != 10 && $0 != 13 }) else {
      throw ConfigError(.repository, "failed to read \(file.text)", file: file)
    }
    let path = ByteString(content.bytes[...last]).untilNUL
    do throws(GitPath.Failure) {
      return (
        try GitPath.realPath(path.absolutePath(in: absolute(gitDirectory)), in: start), true
      )
    } catch {
      throw ConfigError(.repository, error.message, file: file)
    }
  }

  func absolute(_ path: ByteString) -> ByteString { path.absolutePath(in: start) }

  private func status(_ path: ByteString) -> FileStatus? {
    (try? FileSystem.status(of: path)) ?? nil
  }
}
