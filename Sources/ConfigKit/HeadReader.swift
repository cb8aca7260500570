package import ByteKit
import FileKit

extension RepositoryLocation {
  /// The branch that HEAD is on, which need not exist yet; nil if it is on none.
  package var branch: ByteString? {
    HeadReader(
      gitDirectory: gitDirectory,
      commonDirectory: commonDirectory,
      refStorage: format.refStorage
    ).branch
  }
}

/// Finds the branch that HEAD is on, from the files alone.
///
/// As in git, a branch need not exist yet, and a branch that is itself a symbolic reference stands
/// for the one it names.
struct HeadReader {
  private let gitDirectory: ByteString
  private let commonDirectory: ByteString
  private let isReftable: Bool

  init(gitDirectory: ByteString, commonDirectory: ByteString, refStorage: ByteString) {
    self.gitDirectory = gitDirectory
    self.commonDirectory = commonDirectory
    isReftable = refStorage == "reftable"
  }

  init(_ place: ConfigPlace) {
    self.init(
      gitDirectory: place.absolute(place.gitDirectoryText ?? ""),
      commonDirectory: place.absolute(place.commonDirectoryText ?? ""),
      refStorage: place.refStorage
    )
  }

  private static let deepestChain = 5

  /// The name below `refs/heads/`; nil if HEAD is detached, broken or points elsewhere.
  var branch: ByteString? {
    guard let reference = target(of: "HEAD") else { return nil }
    return reference.dropping(prefix: "refs/heads/")
  }

  /// The reference that HEAD names itself, which may be symbolic too; nil if HEAD is detached.
  var symbolicTarget: ByteString? {
    guard case .symbolic(let target) = read("HEAD") else { return nil }
    return target
  }

  /// The reference at the end of the chain that begins at `name`; nil if `name` is not symbolic.
  private func target(of name: ByteString) -> ByteString? {
    var current = name
    for step in 0..<Self.deepestChain {
      switch read(current) {
      case .symbolic(let next):
        guard RefName.isWellFormed(next) else { return nil }
        current = next
      case .object, .missing:
        return step == 0 ? nil : current
      case .broken:
        return nil
      }
    }
    return nil
  }

  private enum Content {
    case symbolic(ByteString)
    case object
    case missing
    case broken
  }

  private func read(_ name: ByteString) -> Content {
    if isReftable {
      guard let target = ReftableReader(directory(of: name).appendingPath("reftable")).target(name)
      else { return .missing }
      return .symbolic(target)
    }
    let path = directory(of: name).appendingPath(name)
    if (try? FileSystem.status(of: path, followingLinks: false))?.kind == .link,
      let target = try? FileSystem.readLink(path), target.hasPrefix("refs/"),
      RefName.isWellFormed(target)
    {
      return .symbolic(target)
    }
    let content: ByteString
    do throws(FileError) {
      guard let bytes = try FileSystem.readIfPresent(path) else { return .missing }
      content = bytes
    } catch {
      return (try? FileSystem.status(of: path))?.kind == .directory ? .missing : .broken
    }
    if let rest = content.dropping(prefix: "ref:") {
      return .symbolic(rest.trimmed)
    }
    let digits = content.bytes.prefix(while: \.isHexDigit).count
    guard digits == 40 || digits == 64,
      content.bytes.dropFirst(digits).first?.isSpace ?? true
    else { return .broken }
    return .object
  }

  /// Each worktree has its own HEAD and its own few kinds of references.
  private func directory(of name: ByteString) -> ByteString {
    let isOwn =
      !name.hasPrefix("refs/") || name.hasPrefix("refs/worktree/") || name.hasPrefix("refs/bisect/")
      || name.hasPrefix("refs/rewritten/")
    return isOwn ? gitDirectory : commonDirectory
  }
}
