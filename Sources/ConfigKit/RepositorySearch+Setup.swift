import ByteKit
import FileKit
import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// From a git directory to the repository around it: format, work tree, and where git then stands.
extension RepositorySearch {
  /// For `.git` beside a work tree, and what a `.git` file names.
  mutating func useDiscovered(
    _ text: ByteString,
    in directory: ByteString
  ) throws(ConfigError) -> Discovery {
    let gitDirectory = text.absolutePath(in: directory)
    let checked: CheckedFormat
    switch try check(gitDirectory, named: text, from: directory) {
    case .refused(let refusal): return .refused(refusal)
    case .accepted(let accepted): checked = accepted
    }
    let isAtTop = directory == start
    if environment["GIT_WORK_TREE"] != nil || checked.workTree != nil {
      return try useExplicit(isAtTop ? text : real(gitDirectory), known: checked)
    }
    if checked.isBare == true {
      return .found(
        location(
          isAtTop ? text : real(gitDirectory),
          directory: start,
          workTree: nil,
          checked
        )
      )
    }
    return .found(location(text, directory: directory, workTree: directory, checked))
  }

  /// For a repository that the search walked into.
  mutating func useBare(_ directory: ByteString) throws(ConfigError) -> Discovery {
    let checked: CheckedFormat
    switch try check(directory, named: ".", from: directory) {
    case .refused(let refusal): return .refused(refusal)
    case .accepted(let accepted): checked = accepted
    }
    let text: ByteString = directory == start ? "." : directory
    if environment["GIT_WORK_TREE"] != nil || checked.workTree != nil {
      return try useExplicit(text, isImplicitWorkTreeOff: true, known: checked)
    }
    return .found(location(text, directory: start, workTree: nil, checked))
  }

  /// For `GIT_DIR`, and for a repository whose work tree is elsewhere.
  mutating func useExplicit(
    _ named: ByteString,
    isFromEnvironment: Bool = false,
    isImplicitWorkTreeOff: Bool = false,
    known: CheckedFormat? = nil
  ) throws(ConfigError) -> Discovery {
    let text = try readGitFile(absolute(named)) ?? named
    guard try isGitDirectory(absolute(text)) else { return .outside }
    let checked: CheckedFormat
    if let known {
      checked = known
    } else {
      switch try check(absolute(text), named: text, from: start) {
      case .refused(let refusal): return .refused(refusal)
      case .accepted(let accepted): checked = accepted
      }
    }
    func found(_ text: ByteString, _ directory: ByteString, _ workTree: ByteString?) -> Discovery {
      .found(
        location(
          text,
          directory: directory,
          workTree: workTree,
          checked,
          isFromEnvironment: isFromEnvironment
        )
      )
    }
    let workTree: ByteString
    if let named = environment["GIT_WORK_TREE"] {
      workTree = try realOrDie(named, in: start)
    } else if checked.isBare == true {
      return found(text, start, nil)
    } else if let configured = checked.workTree {
      workTree = try configuredWorkTree(configured, in: absolute(text))
    } else {
      let hasWorkTree = isImplicitWorkTreeOff ? false : try implicitWorkTree()
      guard hasWorkTree else { return found(text, start, nil) }
      workTree = start
    }
    if start == workTree { return found(text, start, workTree) }
    guard start.hasPrefix(workTree.appendingPath("")) else { return found(text, start, workTree) }
    return found(real(absolute(text)), workTree, workTree)
  }

  /// `core.worktree`, which git enters to resolve it if it is relative.
  private func configuredWorkTree(
    _ path: ByteString,
    in gitDirectory: ByteString
  ) throws(ConfigError) -> ByteString {
    if path.isAbsolutePath { return try realOrDie(path, in: start) }
    do throws(FileError) {
      let workTree = try FileSystem.realPath(gitDirectory.appendingPath(path))
      guard try FileSystem.status(of: workTree)?.kind == .directory else {
        throw FileError(operation: "enter", path: workTree, code: ENOTDIR)
      }
      return workTree
    } catch {
      throw ConfigError(.repository, "cannot chdir to '\(path.text)': \(error.reason)")
    }
  }

  private func implicitWorkTree() throws(ConfigError) -> Bool {
    guard environment["GIT_IMPLICIT_WORK_TREE"] != nil else { return true }
    return try EnvironmentSwitch.isOn("GIT_IMPLICIT_WORK_TREE", in: environment)
  }

  private func real(_ path: ByteString) -> ByteString {
    (try? GitPath.realPath(path, in: start)) ?? path
  }

  private func realOrDie(
    _ path: ByteString,
    in directory: ByteString
  ) throws(ConfigError) -> ByteString {
    do throws(GitPath.Failure) {
      return try GitPath.realPath(path, in: directory)
    } catch {
      throw ConfigError(.repository, error.message)
    }
  }

  private func location(
    _ text: ByteString,
    directory: ByteString,
    workTree: ByteString?,
    _ checked: CheckedFormat,
    isFromEnvironment: Bool = false
  ) -> RepositoryLocation {
    let gitDirectory = Self.plain(text, in: directory)
    let commonText = checked.commonText ?? text
    return RepositoryLocation(
      gitDirectory: gitDirectory,
      commonDirectory: Self.plain(commonText, in: directory),
      workTree: workTree,
      isBare: checked.isBare != false && workTree == nil,
      format: checked.format,
      isFromEnvironment: isFromEnvironment,
      gitDirectoryText: text,
      commonDirectoryText: commonText,
      directory: directory
    )
  }

  /// Absolute, for people: links stay, `.` and `..` do not.
  private static func plain(_ text: ByteString, in directory: ByteString) -> ByteString {
    if text == "." { return directory }
    let path = text.absolutePath(in: directory)
    return path.hasDots ? (try? FileSystem.realPath(path)) ?? path : path
  }
}

extension ByteString {
  /// Whether one of its components, after the first slash, is `.`, `..`, or nothing at all.
  fileprivate var hasDots: Bool {
    var start: Int?
    for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "/") {
      if let start, index - start < 3,
        bytes[start..<index].allSatisfy({ $0 == UInt8(ascii: ".") })
      {
        return true
      }
      start = index + 1
    }
    return false
  }
}
