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
    let root = box.sandbox.root
    let (running, port) = try start(box.sandbox, until: "Ready to rumble") { port in
      """
      exec git daemon --verbose --reuseaddr --export-all --enable=receive-pack \
        --listen=127.0.0.1 --port=\(port) --base-path='\(root)' '\(root)' 2>&1
      """
    }
    defer { stop(running) }
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
    for name in ["host", "key"] as [ByteString] {
      _ = try box.sandbox.run(
        "ssh-keygen",
        ["-q", "-t", "ed25519", "-N", "", "-f", root.appendingPath(name)]
      )
    }
    try FileSystem.makeDirectory("/run/sshd")
    let (running, port) = try start(box.sandbox, until: "Server listening on") { port in
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
      return "exec /usr/sbin/sshd -D -e -f '\(root)/sshd_config' 2>&1"
    }
    defer { stop(running) }

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

  /// Starts a server and waits until it says that it is ready, however long that takes.
  ///
  /// `script`: makes the command for a port; another port is tried if somebody else took that one.
  private func start(
    _ sandbox: Sandbox,
    until word: ByteString,
    script: (UInt16) throws -> ByteString
  ) throws -> (server: RunningProcess, port: UInt16) {
    for _ in 0..<20 {
      let port = try freePort()
      var process = Subprocess(
        "bash",
        ["-c", try script(port)],
        environment: sandbox.environment,
        workingDirectory: sandbox.root
      )
      // Its children end with it.
      process.isShielded = true
      let server = try process.start()
      while let line = server.readLine() {
        if line.contains(word) { return (server, port) }
      }
      _ = server.wait()
    }
    throw ServerError()
  }

  private struct ServerError: Error {}

  private func stop(_ server: RunningProcess) {
    server.signal(SIGTERM)
    _ = server.wait()
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
}
