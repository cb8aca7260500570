import ByteKit
import ConfigKit
import DiagnosticKit
import ProcessKit
import ToolKit

/// What the server says it has, asked with one `git ls-remote` for each server.
///
/// For `--dry-run`, and to explain a refusal; in the normal case the push itself is the test.
struct ServerCheck {
  let plan: Plan
  let context: Context

  /// Throws what the push would end with.
  func run() throws {
    for found in try branches() {
      if let problem = problem(with: found) { throw problem }
    }
  }

  /// The branches that equal ours or could conflict with it, with their object ids: what each of
  /// the servers has that a push goes to.
  func branches() throws -> [[ByteString: ByteString]] {
    var patterns = [plan.ref, "\(plan.ref)/*"]
    var ancestor = plan.branch
    while let slash = ancestor.bytes.lastIndex(of: UInt8(ascii: "/")) {
      ancestor = ByteString(ancestor.bytes[..<slash])
      patterns.append("refs/heads/\(ancestor)")
    }
    return try plan.remote.addresses.map { address in
      let lines = try context.askServer(["--", address] + patterns)
      let pairs = lines.compactMap { $0.splitOnce(on: UInt8(ascii: "\t")) }
      return Dictionary(pairs.map { ($0.tail, $0.head) }) { first, _ in first }
    }
  }

  /// The error that the server's state explains, nil if it does not explain a refusal.
  func explanation() -> ToolError? {
    (try? branches())?.lazy.compactMap(problem).first
  }

  private func problem(with found: [ByteString: ByteString]) -> ToolError? {
    if let oid = found[plan.ref] {
      if plan.creates { return exists(at: oid) }
      return oid == plan.oid ? nil : differs()
    }
    return ReferenceConflict.first(with: plan.ref, in: found.keys).map(blocked(by:))
  }

  func exists(at oid: ByteString) -> ToolError {
    let remote = plan.remote.name
    var hints = ["choose another name"]
    // Where pushes go elsewhere, a fetch does not bring it.
    if plan.remote.addresses == [remote], let upstream = plan.upstream {
      hints = [
        "to work on it: git fetch \(remote.shellQuoted.text) && git switch --track "
          + upstream.shellQuoted.text,
        "or choose another name",
      ]
    }
    return ToolError(
      "'\(remote.text)' already has a branch '\(plan.branch.text)', at \(oid.text.prefix(12))",
      hints: hints
    )
  }

  func differs() -> ToolError {
    ToolError(
      "'\(plan.remote.name.text)' has '\(plan.branch.text)' at another commit",
      hints: [plan.pushCommand],
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
