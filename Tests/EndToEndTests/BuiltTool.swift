import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// A command as the build made it, found beside the test bundle so that no list has to name it.
struct BuiltTool: Sendable, CustomTestStringConvertible {
  /// What follows `git `.
  let name: ByteString

  var program: ByteString { "git-\(name)" }
  var testDescription: String { program.text }

  static let all: [BuiltTool] = {
    let entries = (try? FileSystem.entries(of: Sandbox.products)) ?? []
    return entries.filter { $0.kind == .regular }.map(\.name)
      .compactMap { $0.dropping(prefix: "git-") }
      .filter { name in
        // Not the bundle nor what the linker leaves: `git-x.product`, `git-toolboxPackageTests.xctest`.
        name.bytes.allSatisfy { byte in
          byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
      }
      .map(BuiltTool.init)
  }()

  /// Runs it as `git <name>`.
  func runThroughGit(_ arguments: [ByteString], in sandbox: Sandbox) throws -> ProcessResult {
    try sandbox.run("git", [name] + arguments)
  }

  /// Runs it by itself.
  func run(_ arguments: [ByteString], in sandbox: Sandbox) throws -> ProcessResult {
    try sandbox.run(program, arguments)
  }
}
