import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import TestSupport
import Testing

struct SigningTests {
  private func signing(_ config: ByteString) throws -> Signing {
    let sandbox = try Sandbox()
    try sandbox.write(
      "[user]\n\tname = N\n\temail = n@x\n\(config)",
      to: sandbox.path("home/.gitconfig")
    )
    try sandbox.write("key", to: sandbox.path("home/here.pub"))
    let stack = try ConfigStack.load(
      nil,
      environment: sandbox.environment,
      workingDirectory: sandbox.root
    )
    let resolver = try IdentityResolver(config: stack, environment: sandbox.environment)
    return try Signing(
      config: stack,
      committer: resolver.resolve(.committer),
      environment: sandbox.environment,
      directory: sandbox.home
    )
  }

  @Test func keysDependOnTheFormat() throws {
    func key(_ config: ByteString) throws -> String {
      switch try signing(config).key {
      case .named(let name): "named \(name)"
      case .literal(let key): "literal \(key)"
      case .file(let path, let exists): "file \(path.lastPathComponent) \(exists)"
      case .committer(let name): "committer \(name)"
      case .command(let command): "command \(command)"
      case .missing: "missing"
      }
    }
    #expect(try key("") == "committer N <n@x>")
    #expect(try key("[user]\nsigningKey = ABC\n") == "named ABC")
    let ssh: ByteString = "[gpg]\nformat = ssh\n"
    #expect(try key(ssh) == "missing")
    #expect(try key(ssh + "[gpg \"ssh\"]\ndefaultKeyCommand = x y\n") == "command x y")
    #expect(try key(ssh + "[user]\nsigningKey = ~/here.pub\n") == "file here.pub true")
    #expect(try key(ssh + "[user]\nsigningKey = gone.pub\n") == "file gone.pub false")
    #expect(try key(ssh + "[user]\nsigningKey = key::ssh-rsa A\n") == "literal ssh-rsa A")
    #expect(try key(ssh + "[user]\nsigningKey = ssh-rsa A\n") == "literal ssh-rsa A")
  }

  @Test func theLastProgramOfTheFormatCounts() throws {
    let programs: ByteString = """
      [gpg]
      	program = first
      [gpg "openpgp"]
      	program = second
      [gpg "x509"]
      	program = third

      """
    #expect(try signing("").program == "gpg")
    #expect(try signing(programs).program == "second")
    #expect(try signing(programs + "[gpg]\nprogram = last\n").program == "last")
    #expect(try signing(programs + "[gpg]\nformat = x509\n").program == "third")
    #expect(try signing(programs + "[gpg]\nformat = ssh\n").program == "ssh-keygen")
  }

  @Test func badValuesAreGitsErrors() throws {
    let error = #expect(throws: ConfigError.self) { try signing("[gpg]\nformat = pgp\n") }
    #expect(error?.cause == "invalid value for 'gpg.format': 'pgp'")
    #expect(error?.line == 5)
    #expect(throws: ConfigError.self) { try signing("[commit]\ngpgSign = perhaps\n") }
    #expect(try signing("[commit]\ngpgSign\n[tag]\ngpgSign = no\n").signsCommits)
    #expect(
      try signing("[gpg \"ssh\"]\nallowedSignersFile = ~/a\n").allowedSignersFile?.text.hasSuffix(
        "home/a"
      ) == true
    )
  }
}
