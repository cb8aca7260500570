import ByteKit
import FileKit
import Foundation
import ProcessKit
import TestSupport
import Testing

/// Publishing over real connections on the loopback interface.
struct TransportTests {
  @Test func publishesOverTheGitProtocol() throws {
    let box = try RBranchSandbox()
    let port = try freePort()
    var daemon = Subprocess(
      "git",
      [
        "daemon", "--reuseaddr", "--export-all", "--enable=receive-pack",
        "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(box.sandbox.root)",
        box.sandbox.root,
      ],
      environment: box.sandbox.environment,
      workingDirectory: box.sandbox.root
    )
    daemon.timeout = .seconds(60)
    daemon.output = .discard
    daemon.errorOutput = .discard
    let running = try daemon.start()
    defer {
      running.signal(SIGTERM)
      _ = running.wait()
    }
    try waitForPort(port)
    _ = try box.git("remote", "set-url", "origin", "git://127.0.0.1:\(port)/remote.git")
    let result = try box.rbranch("x")
    #expect(result.succeeded, "\(result.errorOutput.text)")
    #expect(try box.git("--git-dir=../remote.git", "rev-parse", "x") == box.git("rev-parse", "x"))
    try box.expectNothingChanged(status: 1, saying: "rolled back", "-o", "no", "y")
  }

  @Test(.enabled(if: FileSystem.exists("/usr/sbin/sshd"), "needs openssh-server"))
  func publishesWithTheKeyOfThisFolder() throws {
    let box = try RBranchSandbox()
    let root = box.sandbox.root
    let port = try freePort()
    for name in ["host", "key"] as [ByteString] {
      _ = try box.sandbox.run(
        "ssh-keygen",
        ["-q", "-t", "ed25519", "-N", "", "-f", root.appendingPath(name)]
      )
    }
    try FileSystem.makeDirectory("/run/sshd")
    let configuration: ByteString = """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(root)/host
      AuthorizedKeysFile \(root)/key.pub
      StrictModes no
      UsePAM no
      PermitRootLogin yes
      PidFile none
      """
    try FileSystem.writeAtomically(configuration, to: root.appendingPath("sshd_config"))
    var server = Subprocess(
      "/usr/sbin/sshd",
      ["-D", "-e", "-f", root.appendingPath("sshd_config")],
      environment: box.sandbox.environment,
      workingDirectory: root
    )
    server.timeout = .seconds(60)
    server.output = .discard
    server.errorOutput = .discard
    let running = try server.start()
    defer {
      running.signal(SIGTERM)
      _ = running.wait()
    }
    try waitForPort(port)

    let user = ByteString(NSUserName())
    _ = try box.git(
      "remote",
      "set-url",
      "origin",
      "ssh://\(user)@127.0.0.1:\(port)\(root)/remote.git"
    )
    // Without the folder's key the server says no.
    box.sandbox.set("GIT_SSH_COMMAND", nil)
    try FileSystem.writeAtomically(
      """
      [core]
      \tsshCommand = ssh -F /dev/null -i \(root)/none -o IdentitiesOnly=yes -o BatchMode=yes \
      -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null
      """,
      to: root.appendingPath("work.inc")
    )
    let home = box.sandbox.home.appendingPath(".gitconfig")
    try FileSystem.writeAtomically(
      try FileSystem.read(home) + "[includeIf \"gitdir:\(root)/w/\"]\n\tpath = \(root)/work.inc\n",
      to: home
    )
    try box.expectNothingChanged(status: 1, saying: "rolled back", "x")
    let wrong = try FileSystem.read(root.appendingPath("work.inc"))
    try FileSystem.writeAtomically(
      ByteString(wrong.text.replacingOccurrences(of: "/none ", with: "/key ")),
      to: root.appendingPath("work.inc")
    )
    let result = try box.rbranch("x")
    #expect(result.succeeded, "\(result.errorOutput.text)")
    #expect(try box.git("--git-dir=../remote.git", "rev-parse", "x") == box.git("rev-parse", "x"))
  }

  /// A port that was free a moment ago.
  private func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) | getsockname(descriptor, $0, &length)
      }
    }
    #expect(code == 0)
    return UInt16(bigEndian: address.sin_port)
  }

  private func waitForPort(_ port: UInt16) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    for _ in 0..<500 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      let code = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if code == 0 { return }
      usleep(10_000)
    }
    Issue.record("nothing listens on port \(port)")
  }
}
