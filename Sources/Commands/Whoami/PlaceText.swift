import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ProcessKit

/// Writes paths, lines and chains of includes as people read them.
struct PlaceText: Sendable {
  private let home: ByteString?

  init(_ environment: Environment) {
    home = environment.nonEmpty("HOME").flatMap { $0 == "/" ? nil : $0 }
  }

  /// With `~` for the home folder.
  func path(_ path: ByteString) -> ByteString {
    guard let home, path.hasPrefix(home) else { return path }
    let rest = ByteString(path.bytes.dropFirst(home.count))
    return rest.isEmpty || rest.hasPrefix("/") ? "~" + rest : path
  }

  /// As one word for a shell; `~` stays outside the quotes.
  func shellPath(_ path: ByteString) -> ByteString {
    let short = self.path(path)
    guard let rest = short.dropping(prefix: "~/") else { return short.shellQuoted }
    return rest.isEmpty ? short : "~/" + rest.shellQuoted
  }

  /// A configuration file: as git names it where that is relative (`.git/config`), else with `~`.
  func file(_ source: ConfigSource) -> ByteString {
    source.name.isAbsolutePath ? path(tidy(source.path)) : tidy(source.name)
  }

  /// Without `..`, as far as the text goes.
  private func tidy(_ path: ByteString) -> ByteString {
    guard path.contains("/../") else { return path }
    var kept: [ByteString] = []
    for part in path.split(on: UInt8(ascii: "/")) {
      if part == "..", let last = kept.last, last != "..", !last.isEmpty {
        kept.removeLast()
      } else {
        kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }

  /// `~/.gitconfig:3`.
  func line(_ origin: ConfigOrigin) -> ByteString {
    switch origin {
    case .file(let source, let line, _): "\(file(source)):\(line)"
    case .command(let variable):
      variable.hasPrefix("GIT_CONFIG_VALUE") ? variable : "-c on the command line"
    }
  }

  /// The whole way to a value:
  /// `~/.gitconfig:12 [includeIf "gitdir:~/work/"] -> ~/.gitconfig-work:3`.
  func chain(_ origin: ConfigOrigin) -> ByteString {
    let steps = origin.inclusions.map { inclusion in
      "\(line(inclusion.origin)) \(Self.header(inclusion.condition))" as ByteString
    }
    return (steps + [line(origin)]).joined(separator: " -> ")
  }

  /// `[includeIf "gitdir:~/work/"]`.
  static func header(_ condition: ByteString?) -> ByteString {
    guard let condition else { return "[include]" }
    let escaped = condition.bytes.flatMap { byte in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    return "[includeIf \"\(ByteString(escaped))\"]"
  }

  /// Where a name or an address comes from.
  func origin(_ origin: IdentityOrigin) -> ByteString {
    switch origin {
    case .environment(let variable): "$\(variable)"
    case .config(let entry): chain(entry.origin)
    case .hole(let entry): "nowhere, since \(entry.key) is set (\(chain(entry.origin)))"
    case .gecos: "full name of the login"
    case .mailname: "login and /etc/mailname"
    case .hostname: "login and host name"
    }
  }
}
