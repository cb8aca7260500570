import ByteKit
import DiagnosticKit
import ProcessKit
import Toolbox

/// What the server says it has, asked with one `git ls-remote`.
///
/// For `--dry-run`, and to explain a refusal; in the normal case the push itself is the test.
struct ServerCheck {
  let plan: Plan
  let context: Context

  /// Throws what the push would end with.
  func run() throws {
    let found = try branches()
    if let oid = found[plan.ref] {
      if plan.creates { throw exists(at: oid) }
      if oid != plan.oid { throw differs() }
    }
    if let other = ReferenceConflict.first(with: plan.ref, in: found.keys) {
      throw blocked(by: other)
    }
  }

  /// The server's branches that equal ours or could conflict with it, with their object ids.
  func branches() throws -> [ByteString: ByteString] {
    var patterns = [plan.ref, "\(plan.ref)/*"]
    var ancestor = plan.branch
    while let slash = ancestor.bytes.lastIndex(of: UInt8(ascii: "/")) {
      ancestor = ByteString(ancestor.bytes[..<slash])
      patterns.append("refs/heads/\(ancestor)")
    }
    let lines = try context.askServer(["--", plan.remote.name] + patterns)
    var found: [ByteString: ByteString] = [:]
    for line in lines {
      guard let (oid, name) = line.splitOnce(on: UInt8(ascii: "\t")) else { continue }
      found[name] = oid
    }
    return found
  }

  /// The error that the server's state explains, nil if it does not explain a refusal.
  func explanation() -> ToolError? {
    guard let found = try? branches() else { return nil }
    if let oid = found[plan.ref] { return plan.creates ? exists(at: oid) : differs() }
    return ReferenceConflict.first(with: plan.ref, in: found.keys).map(blocked(by:))
  }

  func exists(at oid: ByteString) -> ToolError {
    let remote = plan.remote.name.text
    return ToolError(
      "'\(remote)' already has a branch '\(plan.branch.text)', at \(oid.text.prefix(12))",
      hints: [
        "to work on it: git fetch \(remote) && git switch --track \(remote)/\(plan.branch.text)",
        "or choose another name",
      ]
    )
  }

  func differs() -> ToolError {
    ToolError(
      "'\(plan.remote.name.text)' has '\(plan.branch.text)' at another commit",
      hints: ["git push \(plan.remote.name.text) \(plan.branch.text)"],
      exitStatus: .failure
    )
  }

  private func blocked(by ref: ByteString) -> ToolError {
    let other = ref.dropping(prefix: "refs/heads/") ?? ref
    return ToolError(
      "'\(plan.remote.name.text)' has a branch '\(other.text)', beside which "
        + "'\(plan.branch.text)' cannot exist",
      hints: ["choose a name that is not above or below '\(other.text)'"]
    )
  }
}

extension Context {
  /// The lines of one `git ls-remote`.
  func askServer(_ arguments: [ByteString]) throws -> [ByteString] {
    let command = ["ls-remote"] + arguments
    var process = try networkGit(command)
    process.input = .inherit
    let result = try process.run()
    guard result.succeeded else {
      throw GitProcessError.failed(arguments: command, result)
    }
    return result.output.lines
  }
}
