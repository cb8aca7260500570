package import ByteKit
package import ConfigKit
import FileKit
package import ProcessKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What git makes an identity of when nobody has given one: login, mail name, host name.
///
/// Nothing is looked up until it is asked for.
package struct Machine: Sendable {
  /// The user that runs git, by getuid(2); nil if the password database does not know the uid.
  let account: @Sendable () -> UserAccount?
  /// The first line of `/etc/mailname`; nil if there is none.
  let mailName: @Sendable () -> ByteString?
  /// The host's name; nil if the system does not tell.
  let hostName: @Sendable () -> ByteString?
  /// The full name that the host's name resolves to; nil if it does not.
  let canonicalName: @Sendable (_ host: ByteString) -> ByteString?

  package init(
    account: @escaping @Sendable () -> UserAccount?,
    mailName: @escaping @Sendable () -> ByteString?,
    hostName: @escaping @Sendable () -> ByteString?,
    canonicalName: @escaping @Sendable (_ host: ByteString) -> ByteString?
  ) {
    self.account = account
    self.mailName = mailName
    self.hostName = hostName
    self.canonicalName = canonicalName
  }

  package static func current(
    _ environment: Environment,
    users: UserDatabase? = nil
  ) -> Machine {
    let users = users ?? .system(environment)
    return Machine(
      account: { users.account(uid: getuid()) },
      mailName: {
        guard let content = try? FileSystem.readIfPresent("/etc/mailname"), !content.isEmpty
        else { return nil }
        let line = content.lines.first ?? ""
        return line.dropping(suffix: "\r") ?? line
      },
      hostName: { nodeName() },
      canonicalName: { _ in resolvedName(environment) }
    )
  }

  private static func nodeName() -> ByteString? {
    var name = [CChar](repeating: 0, count: 257)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return ByteString(name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
  }

  /// From `hostname -f`, which asks the resolver as git does; a static program cannot.
  private static func resolvedName(_ environment: Environment) -> ByteString? {
    let process = Subprocess(
      "hostname",
      ["-f"],
      environment: environment,
      workingDirectory: "/"
    )
    guard let result = try? process.run(), result.succeeded else { return nil }
    let name = result.output.trimmed
    return name.bytes.contains(UInt8(ascii: ".")) ? name : nil
  }
}
