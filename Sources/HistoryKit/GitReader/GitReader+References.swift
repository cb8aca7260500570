package import ByteKit
import ConfigKit
import FileKit
import ProcessKit

extension GitReader {
  package func references(under prefix: ByteString) throws(GitError) -> [Reference] {
    let format: ByteString = "--format=%(objectname)%00%(symref)%00%(refname)"
    // A pattern with a final slash means all below it.
    let output = try output(["for-each-ref", format, prefix])
    var found: [Reference] = []
    var names: Set<ByteString> = []
    var ends: [(name: ByteString, target: ByteString)] = []
    for line in output.lines {
      let fields = line.split(on: 0)
      guard fields.count == 3, let id = ObjectID(hex: fields[0]) else {
        throw GitError(.malformed, "cannot parse what for-each-ref printed")
      }
      names.insert(fields[2])
      if fields[1].isEmpty {
        found.append(Reference(name: fields[2], target: .object(id)))
      } else {
        ends.append((fields[2], fields[1]))
      }
    }
    // Git says where a chain of symbolic references ends; where it leads next is asked for.
    for end in ends {
      let next = try symbolicTarget(of: end.name, endingAt: end.target, among: ends.map(\.target))
      found.append(Reference(name: end.name, target: .symbolic(next)))
    }
    found += try danglingReferences(under: prefix, listed: names)
    return found.sorted { $0.name < $1.name }
  }

  package func reference(_ name: ByteString) throws(GitError) -> Reference? {
    let symbolic = try run(["symbolic-ref", "--quiet", name])
    if symbolic.succeeded {
      let end = symbolic.output.trimmed
      let next = try symbolicTarget(of: name, endingAt: end, among: [end, end])
      return Reference(name: name, target: .symbolic(next))
    }
    if name.hasPrefix("refs/") {
      return try references(under: name).first { $0.name == name }
    }
    let id = try run(["rev-parse", "--verify", "--quiet", name]).output.trimmed
    return ObjectID(hex: id).map { Reference(name: name, target: .object($0)) }
  }

  package func commitID(of revision: ByteString) throws(GitError) -> ObjectID? {
    let question: ByteString = "\(revision)^{commit}"
    let result = try run(["rev-parse", "--verify", "--end-of-options", question])
    if result.succeeded { return ObjectID(hex: result.output.trimmed) }
    let said = result.errorOutput
    if said.contains("is ambiguous") {
      throw GitError(.ambiguous, "cannot resolve '\(revision.text)': it fits several objects")
    }
    if said.contains("expected commit type") {
      throw GitError(.malformed, "cannot resolve '\(revision.text)': it is no commit")
    }
    return nil
  }

  // MARK: - Symbolic references

  private var hasFiles: Bool { location.format.refStorage == "files" }

  /// What a symbolic reference names itself.
  private func symbolicTarget(
    of name: ByteString,
    endingAt end: ByteString,
    among ends: [ByteString]
  ) throws(GitError) -> ByteString {
    if hasFiles { return looseTarget(of: name) ?? end }
    // Only where several end at the same place can one of them lead to another.
    guard ends.count(where: { $0 == end }) > 1 else { return end }
    // Every git that knows reftable knows this option.
    let result = try run(["symbolic-ref", "--quiet", "--no-recurse", name])
    return result.succeeded ? result.output.trimmed : end
  }

  /// What a loose symbolic reference names; nil if it is none.
  private func looseTarget(of name: ByteString) -> ByteString? {
    let own: [ByteString] = ["refs/worktree/", "refs/bisect/", "refs/rewritten/"]
    let isOwn = !name.hasPrefix("refs/") || own.contains(where: name.hasPrefix)
    let directory = isOwn ? location.gitDirectory : location.commonDirectory
    let path = directory.appendingPath(name)
    if let link = try? FileSystem.readLink(path), link.hasPrefix("refs/") { return link }
    guard let content = try? FileSystem.readIfPresent(path) else { return nil }
    return content.dropping(prefix: "ref:")?.trimmed
  }

  /// Symbolic references to what does not exist, which git's list leaves out.
  private func danglingReferences(
    under prefix: ByteString,
    listed: Set<ByteString>
  ) throws(GitError) -> [Reference] {
    var found: [Reference] = []
    if hasFiles {
      for name in looseNames(under: prefix) where !listed.contains(name) {
        guard let target = looseTarget(of: name) else { continue }
        found.append(Reference(name: name, target: .symbolic(target)))
      }
      return found
    }
    // Reftable has no list of them; where people have one is a remote's HEAD.
    for name in Set(listed.compactMap(Self.remoteHead)) where !listed.contains(name) {
      let result = try run(["symbolic-ref", "--quiet", "--no-recurse", name])
      guard result.succeeded else { continue }
      found.append(Reference(name: name, target: .symbolic(result.output.trimmed)))
    }
    return found
  }

  /// `refs/remotes/origin/HEAD` for what is below `refs/remotes/origin/`.
  private static func remoteHead(beside name: ByteString) -> ByteString? {
    let remotes: ByteString = "refs/remotes/"
    guard name.hasPrefix(remotes),
      let end = name.firstIndex(of: UInt8(ascii: "/"), from: remotes.count)
    else { return nil }
    return ByteString(name.bytes[...end]) + "HEAD"
  }

  private func looseNames(under prefix: ByteString) -> [ByteString] {
    var names: [ByteString] = []
    var folders = [prefix.dropping(suffix: "/") ?? prefix]
    while let folder = folders.popLast() {
      let path = location.commonDirectory.appendingPath(folder)
      for entry in (try? FileSystem.entries(of: path)) ?? [] {
        let name = folder.appendingPath(entry.name)
        if entry.kind == .directory {
          folders.append(name)
        } else if !name.hasSuffix(".lock") {
          names.append(name)
        }
      }
    }
    return names
  }

  // MARK: - Processes

  func run(_ arguments: [ByteString]) throws(GitError) -> ProcessResult {
    do throws(ProcessError) {
      return try git.run(arguments)
    } catch {
      throw GitError(.other(error.code), error.message)
    }
  }

  private func output(_ arguments: [ByteString]) throws(GitError) -> ByteString {
    let result = try run(arguments)
    guard result.succeeded else {
      throw GitError(.other(128), GitProcessError.failed(arguments: arguments, result).message)
    }
    return result.output
  }
}
