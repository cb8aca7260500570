import ByteKit
import FileKit

/// Man pages of commands: where man looks for them, and what their NAME line says.
enum ManualPage {
  /// The page that man finds for a command in `folder`, a folder of PATH; nil without one.
  ///
  /// For `D/bin` man looks into `D/share/man` and `D/man`, for any other folder `F` into `F/man`
  /// (manpath(5), MANDATORY_MANPATH and its mapping of PATH).
  static func path(of name: ByteString, in folder: ByteString) -> ByteString? {
    let places =
      folder.lastPathComponent == "bin" || folder.lastPathComponent == "sbin"
      ? [folder.parentPath.appendingPath("share/man"), folder.parentPath.appendingPath("man")]
      : [folder.appendingPath("man")]
    return first(of: name, in: places.map { $0.appendingPath("man1") })
  }

  /// The page that a collection brings for a command; nil without one.
  static func path(of name: ByteString, inCollection root: ByteString) -> ByteString? {
    first(of: name, in: [root.appendingPath("man"), root.appendingPath("man/man1")])
  }

  private static func first(of name: ByteString, in folders: [ByteString]) -> ByteString? {
    folders.flatMap { folder in
      ["", ".gz"].map { (suffix: ByteString) in folder.appendingPath("git-\(name).1\(suffix)") }
    }.first { ((try? FileSystem.status(of: $0)) ?? nil)?.kind == .regular }
  }

  /// What stands behind the dash of the page's NAME; nil where that cannot be read.
  static func summary(at path: ByteString) -> ByteString? {
    guard let status = (try? FileSystem.status(of: path)) ?? nil, status.size <= longest,
      let content = try? FileSystem.read(path)
    else { return nil }
    let lines = content.lines
    let heading = lines.firstIndex { $0.hasPrefix(".SH") && $0.contains("NAME") }
    guard let heading, heading + 1 < lines.count else { return nil }
    let line = lines[heading + 1]
    for dash: ByteString in [" \\- ", " \\(em ", " - "] {
      guard let range = line.firstRange(of: dash) else { continue }
      return ByteString(line.bytes[range.upperBound...].filter { $0 != UInt8(ascii: "\\") })
    }
    return nil
  }

  /// No page of that size is read for one line, in bytes.
  private static let longest = 1 << 20
}
