import ByteKit
import ConfigKit
import FileKit

/// Writes lines for the shell that mend configuration.
enum Fix {
  /// `git config --file ~/.gitconfig`, or `--local` for the repository's own.
  static func gitConfig(_ source: ConfigSource, _ place: PlaceText) -> ByteString {
    if source.inclusion == nil {
      switch source.scope {
      case .local: return "git config --local"
      case .worktree: return "git config --worktree"
      case .system, .global, .command: break
      }
    }
    return "git config --file \(place.shellPath(source.path))"
  }

  static func set(_ entry: ConfigEntry, to value: ByteString, _ place: PlaceText) -> String? {
    guard let source = entry.origin.source else { return nil }
    let config = gitConfig(source, place)
    return "\(config) --replace-all \(entry.key.shellQuoted) \(value.shellQuoted)"
  }

  static func unset(_ entry: ConfigEntry, _ place: PlaceText) -> String? {
    guard let source = entry.origin.source else { return nil }
    return "\(gitConfig(source, place)) --unset-all \(entry.key.shellQuoted)"
  }

  /// Another condition in place of the one above the line.
  static func rename(
    _ origin: ConfigOrigin,
    to condition: ByteString,
    _ place: PlaceText
  ) -> String? {
    guard let source = origin.source, let line = origin.line,
      let old = SectionSpelling.section(ofLine: line, in: source.path)
    else { return nil }
    let new: ByteString = "includeIf.\(condition)"
    let config = gitConfig(source, place)
    return "\(config) --rename-section \(old.shellQuoted) \(new.shellQuoted)"
  }

  /// The section that holds the line under another name.
  static func rename(
    sectionOf entry: ConfigEntry,
    to new: ByteString,
    _ place: PlaceText
  ) -> String? {
    guard let source = entry.origin.source, let line = entry.origin.line,
      let old = SectionSpelling.section(ofLine: line, in: source.path)
    else { return nil }
    return "\(gitConfig(source, place)) --rename-section \(old.shellQuoted) \(new.shellQuoted)"
  }

  /// The value under its right name.
  static func renameKey(_ entry: ConfigEntry, to key: ByteString, _ place: PlaceText) -> String? {
    guard let source = entry.origin.source, let value = entry.value else { return nil }
    let config = gitConfig(source, place)
    return "\(config) \(key) \(value.shellQuoted) && \(config) --unset-all \(entry.key.shellQuoted)"
  }

  /// One more rule for the same file.
  static func add(
    _ condition: ByteString,
    like trace: IncludeTrace,
    _ place: PlaceText
  ) -> String? {
    guard let source = trace.origin.source, let path = trace.value else { return nil }
    let key: ByteString = "includeIf.\(condition).path"
    return "\(gitConfig(source, place)) --add \(key.shellQuoted) \(path.shellQuoted)"
  }

  /// Another file for the same rule.
  static func replace(
    _ trace: IncludeTrace,
    path: ByteString,
    _ place: PlaceText
  ) -> String? {
    guard let source = trace.origin.source, let old = trace.value else { return nil }
    let key = key(trace.condition)
    return "\(gitConfig(source, place)) --fixed-value --replace-all \(key.shellQuoted) "
      + "\(path.shellQuoted) \(old.shellQuoted)"
  }

  /// Takes the include out and writes it again at the file's end, where it wins.
  static func moveToEnd(
    _ include: ConfigSource.Inclusion,
    in config: ConfigStack,
    _ place: PlaceText
  ) -> String? {
    guard let source = include.origin.source, let line = include.origin.line,
      let old = SectionSpelling.section(ofLine: line, in: source.path)
    else { return nil }
    let command = gitConfig(source, place)
    let paths = config.includes.filter {
      $0.condition == include.condition && $0.origin.source === source
    }.compactMap(\.value)
    let key = key(include.condition).shellQuoted
    let added = paths.map { "\(command) --add \(key) \($0.shellQuoted)" as ByteString }
    let remove: ByteString = "\(command) --remove-section \(old.shellQuoted)"
    return ([remove] + added).joined(separator: " && ").text
  }

  private static func key(_ condition: ByteString?) -> ByteString {
    condition.map { "includeIf.\($0).path" } ?? "include.path"
  }
}

/// How a section is spelled in its file: `git config` wants it exactly so to rename it.
enum SectionSpelling {
  /// The section that a line's entry stands in, as `git config --rename-section` takes it.
  static func section(ofLine line: Int, in path: ByteString) -> ByteString? {
    guard let content = try? FileSystem.read(path) else { return nil }
    var parser = ConfigParser(content)
    var header: ConfigParser.Header?
    while let piece = try? parser.next() {
      switch piece {
      case .header(let found): header = found
      case .item(let item):
        guard item.line >= line else { continue }
        return header.map { spelled($0, in: content) }
      }
    }
    return nil
  }

  private static func spelled(_ header: ConfigParser.Header, in content: ByteString) -> ByteString {
    let raw = content.bytes[header.range].dropFirst().dropLast()
    let name = ByteString(raw.prefix { $0 != 32 && $0 != 9 && $0 != 13 })
    guard name.count < raw.count, let subsection = header.subsection else { return name }
    return "\(name).\(subsection)"
  }
}
