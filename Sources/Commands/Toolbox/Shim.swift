import ByteKit
import FileKit

/// The file in `bin` that runs a command of a collection.
///
/// A script rather than a link, so that the command's own `$0` and `dirname` stay right.
struct Shim: Equatable, Sendable {
  let collection: ByteString
  /// Absolute.
  let target: ByteString

  private static let interpreter: ByteString = "#!/bin/sh"
  private static let mark: ByteString = "# git toolbox: "
  /// More than a path can be long (PATH_MAX), quoted.
  private static let longest = 16_384

  init(collection: ByteString, target: ByteString) {
    self.collection = collection
    self.target = target
  }

  /// Reads a shim; nil for any other file, which is not ours to change.
  init?(_ content: ByteString) {
    guard content.count <= Self.longest else { return nil }
    let lines = content.lines
    guard lines.count == 3, lines[0] == Self.interpreter,
      let collection = lines[1].dropping(prefix: Self.mark),
      let quoted = lines[2].dropping(prefix: "exec '")?.dropping(suffix: "' \"$@\"")
    else { return nil }
    var (target, rest) = (ByteString(), quoted)
    while let range = rest.firstRange(of: Self.quotedQuote) {
      target += ByteString(rest.bytes[..<range.lowerBound]) + "'"
      rest = ByteString(rest.bytes[range.upperBound...])
    }
    target += rest
    self.init(collection: collection, target: target)
    guard self.content == content else { return nil }
  }

  /// Reads the shim at `path`; nil if there is none, or another file.
  init?(at path: ByteString) {
    guard let status = try? FileSystem.status(of: path, followingLinks: false),
      status.kind == .regular, status.size <= Self.longest,
      let content = try? FileSystem.read(path)
    else { return nil }
    self.init(content)
  }

  var content: ByteString {
    let quoted = target.split(on: UInt8(ascii: "'")).joined(separator: Self.quotedQuote)
    return "\(Self.interpreter)\n\(Self.mark)\(collection)\nexec '\(quoted)' \"$@\"\n"
  }

  /// How sh writes a single quote inside single quotes.
  private static let quotedQuote: ByteString = "'\\''"
}
