import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// The pairs of name and address that this user's files give: those that git reads here, those
/// that rules name for other places, and those of `identities/` beside the global configuration.
struct KnownIdentities {
  struct Entry {
    let name: ByteString
    let email: ByteString
    let file: ByteString
  }

  let identities: [Entry]

  init(_ survey: Survey, _ config: ConfigStack) {
    var found: [Entry] = []
    var position = 0
    let entries = config.entries
    // Entries of one file stand together, but for what it includes.
    var pairs: [(source: ConfigSource, name: ByteString?, email: ByteString?)] = []
    while position < entries.count {
      let entry = entries[position]
      position += 1
      guard entry.section == "user", entry.subsection == nil, let value = entry.value,
        let source = entry.origin.source
      else { continue }
      let index: Int
      if let known = pairs.firstIndex(where: { $0.source === source }) {
        index = known
      } else {
        index = pairs.count
        pairs.append((source, nil, nil))
      }
      if entry.name == "name" { pairs[index].name = value }
      if entry.name == "email" { pairs[index].email = value }
    }
    for pair in pairs {
      if let name = pair.name, let email = pair.email {
        found.append(Entry(name: name, email: email, file: pair.source.path))
      }
    }
    var seen = Set(pairs.map(\.source.path))
    for file in Self.otherFiles(survey, config) where seen.insert(file).inserted {
      if let entry = Self.read(file) { found.append(entry) }
    }
    identities = found
  }

  private static func otherFiles(_ survey: Survey, _ config: ConfigStack) -> [ByteString] {
    let expansion = PathExpansion(
      environment: survey.environment,
      users: .system(survey.environment)
    )
    var files = config.includes.compactMap { trace -> ByteString? in
      guard trace.condition != nil, !trace.isTaken, let value = trace.value,
        let path = expansion.expand(value)
      else { return nil }
      if path.isAbsolutePath { return path }
      return trace.origin.source.map { path.absolutePath(in: $0.path.parentPath) }
    }
    let environment = survey.environment
    let home = environment["HOME"]
    let folders = [
      environment.nonEmpty("XDG_CONFIG_HOME")?.appendingPath("git")
        ?? home?.appendingPath(".config/git"),
      environment.nonEmpty("GIT_CONFIG_GLOBAL")?.parentPath ?? home,
    ]
    for case let folder? in folders {
      let identities = folder.appendingPath("identities")
      let names = ((try? FileSystem.entries(of: identities)) ?? []).map(\.name)
      files += names.filter { $0.hasSuffix(".gitconfig") }.map { identities.appendingPath($0) }
    }
    return files
  }

  private static func read(_ file: ByteString) -> Entry? {
    guard let content = try? FileSystem.read(file) else { return nil }
    var parser = ConfigParser(content)
    var isUser = false
    var name: ByteString?
    var email: ByteString?
    while let piece = try? parser.next() {
      switch piece {
      case .header(let header): isUser = header.section == "user" && header.subsection == nil
      case .item(let item):
        guard isUser else { continue }
        if item.name == "name" { name = item.value }
        if item.name == "email" { email = item.value }
      }
    }
    guard let name, let email else { return nil }
    return Entry(name: name, email: email, file: file)
  }
}
