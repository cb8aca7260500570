package import ByteKit
import FileKit
package import ProcessKit

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// A login: what git asks the system about a user.
package struct UserAccount: Hashable, Sendable {
  package let login: ByteString
  package let uid: uid_t
  /// The comment field: full name and, after commas, other things.
  package let gecos: ByteString
  package let home: ByteString

  package init(login: ByteString, uid: uid_t, gecos: ByteString, home: ByteString) {
    self.login = login
    self.uid = uid
    self.gecos = gecos
    self.home = home
  }

  /// From a line of `/etc/passwd`; nil if it has too few fields.
  package init?(passwordLine line: ByteString) {
    let fields = line.split(on: UInt8(ascii: ":"))
    guard fields.count >= 6, let uid = uid_t(fields[2].text) else { return nil }
    self.init(login: fields[0], uid: uid, gecos: fields[4], home: fields[5])
  }
}

/// Finds logins: `/etc/passwd` first, then `getent`, which knows directory services too.
///
/// The C library's `getpwuid` is not used on Linux: in a statically linked program it needs the
/// build machine's library at run time.
package struct UserDatabase: Sendable {
  private let byName: @Sendable (ByteString) -> UserAccount?
  private let byIdentifier: @Sendable (uid_t) -> UserAccount?

  /// A fixed set of accounts.
  package init(_ accounts: [UserAccount]) {
    byName = { name in accounts.first { $0.login == name } }
    byIdentifier = { uid in accounts.first { $0.uid == uid } }
  }

  private init(
    byName: @escaping @Sendable (ByteString) -> UserAccount?,
    byIdentifier: @escaping @Sendable (uid_t) -> UserAccount?
  ) {
    self.byName = byName
    self.byIdentifier = byIdentifier
  }

  package func account(named name: ByteString) -> UserAccount? { byName(name) }

  package func account(uid: uid_t) -> UserAccount? { byIdentifier(uid) }

  /// This machine's; nothing is read until an account is asked for.
  package static func system(_ environment: Environment) -> UserDatabase {
    #if canImport(Darwin)
    func account(_ found: UnsafeMutablePointer<passwd>?) -> UserAccount? {
      guard let entry = found?.pointee, let login = entry.pw_name, let home = entry.pw_dir
      else { return nil }
      return UserAccount(
        login: ByteString(cString: login),
        uid: entry.pw_uid,
        gecos: entry.pw_gecos.map { ByteString(cString: $0) } ?? "",
        home: ByteString(cString: home)
      )
    }
    return UserDatabase(
      byName: { name in name.withCString { account(getpwnam($0)) } },
      byIdentifier: { uid in account(getpwuid(uid)) }
    )
    #else
    @Sendable func find(
      _ key: ByteString,
      where isWanted: (UserAccount) -> Bool
    ) -> UserAccount? {
      let local = (try? FileSystem.readIfPresent("/etc/passwd"))?.lines ?? []
      if let account = local.lazy.compactMap({ UserAccount(passwordLine: $0) }).first(
        where: isWanted
      ) {
        return account
      }
      let process = Subprocess(
        "getent",
        ["passwd", "--", key],
        environment: environment,
        workingDirectory: "/"
      )
      guard let result = try? process.run(), result.succeeded else { return nil }
      return result.output.lines.lazy.compactMap { UserAccount(passwordLine: $0) }.first
    }
    return UserDatabase(
      byName: { name in find(name) { $0.login == name } },
      byIdentifier: { uid in find("\(uid)") { $0.uid == uid } }
    )
    #endif
  }
}
