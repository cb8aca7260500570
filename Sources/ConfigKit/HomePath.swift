package import ByteKit
package import ProcessKit

/// Writes paths with `~` for the home folder, as people and configuration files do.
package struct HomePath: Sendable {
  package let home: ByteString?

  package init(_ environment: Environment) {
    home = environment.nonEmpty("HOME").flatMap { $0 == "/" ? nil : $0 }
  }

  /// `~/x` for a path below HOME, else the path itself.
  package func abbreviated(_ path: ByteString) -> ByteString {
    guard let home, path.hasPrefix(home) else { return path }
    let rest = ByteString(path.bytes.dropFirst(home.count))
    return rest.isEmpty || rest.hasPrefix("/") ? "~" + rest : path
  }

  /// As one word for a shell; `~` stays outside the quotes.
  package func shellWord(_ path: ByteString) -> ByteString {
    let short = abbreviated(path)
    guard let rest = short.dropping(prefix: "~/") else { return short.shellQuoted }
    return rest.isEmpty ? short : "~/" + rest.shellQuoted
  }
}
