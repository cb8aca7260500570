import ByteKit
import ConfigKit

/// The edits that prune-gone makes in a repository's configuration, as pure functions on its bytes.
enum BranchSections {
  /// The content without all sections of these branches, and the bytes that each branch's had.
  ///
  /// Adds the settings that make `git gc` keep the reflog of the runs: git spares only `refs/stash`
  /// from its thirty days by itself (git-gc(1), `gc.<pattern>.reflogExpire`). Settings that are there
  /// stay.
  static func removing(
    _ names: Set<ByteString>,
    from content: ByteString
  ) throws(ConfigError) -> (content: ByteString, removed: [ByteString: ByteString]) {
    var editor = try ConfigEditor(content, file: "config")
    let sections = editor.removeSections("branch") { name in name.map(names.contains) ?? false }
    var removed: [ByteString: ByteString] = [:]
    for section in sections {
      guard let name = section.subsection else { continue }
      removed[name, default: ""] += section.text.endingLine
    }
    for name: ByteString in ["reflogExpire", "reflogExpireUnreachable"] {
      let key = ConfigKey(section: "gc", subsection: RunStore.ref, name: name)
      if editor.values(of: key).isEmpty { editor.set(key, to: "never", spelling: name) }
    }
    return (editor.content, removed)
  }

  /// The content with raw sections at its end.
  static func appending(
    _ sections: [ByteString],
    to content: ByteString
  ) throws(ConfigError) -> ByteString {
    var editor = try ConfigEditor(content, file: "config")
    for section in sections { editor.append(text: section) }
    return editor.content
  }

  /// The branches that have a section.
  static func names(in content: ByteString) throws(ConfigError) -> Set<ByteString> {
    let editor = try ConfigEditor(content, file: "config")
    return Set(editor.sections("branch") { $0 != nil }.compactMap(\.subsection))
  }
}

extension ByteString {
  /// With a line end, so that something can follow.
  fileprivate var endingLine: ByteString {
    bytes.last == UInt8(ascii: "\n") ? self : self + "\n"
  }
}
