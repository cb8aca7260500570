import ByteKit
import FileKit
import ProcessKit
import ToolKit

/// The merge driver's two halves: the attribute in the tracked file, the command in this clone.
struct MergeDriverSetup {
  static let name: ByteString = "changelog"

  let session: Session
  /// Relative to the top of the work tree.
  let path: ByteString
  let attributes: ByteString

  init(session: Session, path: ByteString, workTree: ByteString) {
    self.session = session
    self.path = path
    attributes = workTree.appendingPath(".gitattributes")
  }

  private var attributeLine: ByteString { path.attributePattern + " merge=" + Self.name }

  func install() throws {
    let tool = try ToolPath.find(in: session.context.environment).shellQuoted
    // Without the second half a tool that is gone leaves our side without markers.
    let command: ByteString =
      tool + " merge-driver %O %A %B %L %P"
      + " || git merge-file -L ours -L base -L theirs --marker-size=%L %A %O %B"
    _ = try session.git.output(["config", "merge.changelog.name", "git changelog"])
    _ = try session.git.output(["config", "merge.changelog.driver", command])
    let old = try FileSystem.readIfPresent(attributes) ?? ""
    guard !old.lines.contains(where: { $0.trimmed == attributeLine }) else { return }
    let ending = Line.split(old.bytes[...]).map(\.terminator).first { !$0.isEmpty } ?? "\n"
    // A file without an end of its last line stays one, so that it can be undone to the byte.
    let isEnded = old.isEmpty || old.hasSuffix("\n")
    try FileSystem.writeAtomically(
      isEnded ? old + attributeLine + ending : old + ending + attributeLine,
      to: attributes
    )
    session.say("wrote '\(attributeLine)' to '.gitattributes': commit it")
  }

  func remove() throws {
    _ = try session.git.run(["config", "--remove-section", "merge." + Self.name])
    guard let old = try FileSystem.readIfPresent(attributes) else { return }
    let lines = Line.split(old.bytes[...])
    var kept = lines.filter { $0.trimmed != attributeLine }
    guard kept.count < lines.count else { return }
    if !kept.isEmpty, lines.last?.terminator.isEmpty == true {
      kept[kept.count - 1].terminator = ""
    }
    if kept.isEmpty {
      try FileSystem.remove(attributes)
    } else {
      try FileSystem.writeAtomically(
        kept.map { $0.content + $0.terminator }.joined(separator: ""),
        to: attributes
      )
    }
  }
}

extension ByteString {
  /// The path as a pattern of `.gitattributes`: quoted if it holds blanks, `*` and the like escaped.
  fileprivate var attributePattern: ByteString {
    var pattern: [UInt8] = []
    var needsQuotes = bytes.first == UInt8(ascii: "#") || bytes.first == UInt8(ascii: "\"")
    for byte in bytes {
      if [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\")]
        .contains(byte)
      {
        pattern.append(UInt8(ascii: "\\"))
      }
      if byte <= 32 { needsQuotes = true }
      pattern.append(byte)
    }
    guard needsQuotes else { return ByteString(pattern) }
    let inner = pattern.flatMap { byte in
      byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"")
        ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    return "\"" + ByteString(inner) + "\""
  }
}
