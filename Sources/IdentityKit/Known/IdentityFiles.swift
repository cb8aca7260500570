import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// Goes through the user's configuration without regard to where it is called: each file that a
/// condition names is looked into, whether or not the condition is met.
struct IdentityFiles {
  /// A file that a condition lets in, with what it includes.
  struct Candidate {
    let path: ByteString
    let realPath: ByteString?
    var rules: [IdentityRule] = []
    var settings: [IdentitySetting] = []
  }

  /// In the order in which git would come to them.
  private(set) var candidates: [Candidate] = []
  /// What applies outside any rule.
  private(set) var plainSettings: [IdentitySetting] = []
  /// Files that git could not read either.
  private(set) var failures: [ConfigError] = []

  /// Where a value goes.
  private enum Owner {
    case everywhere
    case candidate(Int)
  }

  private static let deepestInclude = 10
  private let expansion: PathExpansion
  private let copies: FileCopies

  init(environment: Environment, workingDirectory: ByteString, copies: FileCopies) {
    self.copies = copies
    expansion = PathExpansion(environment: environment, users: .system(environment))
    let standard = StandardFiles(environment)
    var files = standard.globalFiles
    if (try? standard.isSystemFileIgnored()) != true { files.insert(standard.systemFile, at: 0) }
    for file in files where !file.isEmpty {
      read(file.absolutePath(in: workingDirectory), .everywhere, depth: 0)
    }
    if let folder = standard.identitiesFolder { readFolder(folder) }
  }

  /// The identities that no rule names.
  private mutating func readFolder(_ folder: ByteString) {
    let onDisk = ((try? FileSystem.entries(of: folder)) ?? []).map { folder.appendingPath($0.name) }
    let copied = copies.paths.filter { $0.parentPath == folder && !onDisk.contains($0) }
    for path in onDisk + copied where path.hasSuffix(".gitconfig") {
      _ = candidate(path, depth: 0)
    }
  }

  private mutating func read(_ path: ByteString, _ owner: Owner, depth: Int) {
    guard depth <= Self.deepestInclude else { return }
    let content: ByteString?
    do throws(FileError) {
      content = try copies.content(of: path)
    } catch {
      failures.append(ConfigError(.unreadable, error.message, file: path))
      return
    }
    guard let content else { return }
    var parser = ConfigParser(content)
    var header: ConfigParser.Header?
    do throws(ConfigParser.SyntaxError) {
      while let piece = try parser.next() {
        switch piece {
        case .header(let found): header = found
        case .item(let item):
          if let header { take(item, header, path, owner, depth: depth) }
        }
      }
    } catch {
      failures.append(
        ConfigError(
          .syntax,
          "bad config line \(error.line) in file \(path.text)",
          file: path,
          line: error.line
        )
      )
    }
  }

  private static let include: ByteString = "include"
  private static let includeIf: ByteString = "includeif"
  private static let path: ByteString = "path"

  private mutating func take(
    _ item: ConfigParser.Item,
    _ header: ConfigParser.Header,
    _ path: ByteString,
    _ owner: Owner,
    depth: Int
  ) {
    if item.name == Self.path, let value = item.value, !value.isEmpty {
      if header.section == Self.include, header.subsection == nil {
        if let file = target(value, in: path) { read(file, owner, depth: depth + 1) }
        return
      }
      if header.section == Self.includeIf, let condition = header.subsection {
        guard let file = target(value, in: path) else { return }
        let index = candidate(file, depth: depth + 1)
        candidates[index].rules.append(
          IdentityRule(
            condition: condition,
            value: value,
            file: file,
            path: path,
            line: item.line
          )
        )
        return
      }
    }
    let setting = IdentitySetting(
      key: ConfigKey(section: header.section, subsection: header.subsection, name: item.name),
      value: item.value,
      path: path,
      line: item.line
    )
    switch owner {
    case .everywhere: plainSettings.append(setting)
    case .candidate(let index): candidates[index].settings.append(setting)
    }
  }

  /// Relative paths start from the folder of the including file as it is named.
  private func target(_ value: ByteString, in path: ByteString) -> ByteString? {
    expansion.expand(value)?.absolutePath(in: path.parentPath)
  }

  /// The file's place among the candidates; it is read the first time.
  private mutating func candidate(_ path: ByteString, depth: Int) -> Int {
    let real = try? FileSystem.realPath(path)
    if let known = candidates.firstIndex(where: {
      $0.path == path || (real != nil && $0.realPath == real)
    }) {
      return known
    }
    candidates.append(Candidate(path: path, realPath: real))
    let index = candidates.count - 1
    read(path, .candidate(index), depth: depth)
    return index
  }
}
