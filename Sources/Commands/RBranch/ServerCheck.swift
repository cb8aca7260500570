import ByteKit
import ConfigKit
import DiagnosticKit
import ProcessKit
import RemoteKit
import ToolKit

/// What a server says it has, asked with one `git ls-remote` for each push URL.
///
/// For `--dry-run`, and to explain a refusal; in the normal case the push itself is the test.
struct ServerCheck {
  let plan: Plan
  let context: Context
  /// Whether commits may be fetched to tell what to do.
  var fetches = true

  /// Throws what the push would end with.
  func run() throws {
    for target in plan.remote.targets {
      if let problem = problem(with: try branches(at: target), on: target) { throw problem }
    }
  }

  /// The branches that equal ours or could conflict with it, with their object ids.
  func branches(at target: PushTarget) throws -> [ByteString: ByteString] {
    var patterns = [plan.ref, "\(plan.ref)/*"]
    var ancestor = plan.branch
    while let slash = ancestor.bytes.lastIndex(of: UInt8(ascii: "/")) {
      ancestor = ByteString(ancestor.bytes[..<slash])
      patterns.append("refs/heads/\(ancestor)")
    }
    return try context.listing(["--", target.address] + patterns).refs
  }

  /// The error that the server's state explains, nil if it does not explain a refusal.
  func explanation(of target: PushTarget) -> ToolError? {
    (try? branches(at: target)).flatMap { problem(with: $0, on: target) }
  }

  private func problem(
    with found: [ByteString: ByteString],
    on target: PushTarget
  ) -> ToolError? {
    if let oid = found[plan.ref] {
      if plan.creates { return exists(at: oid, on: target) }
      return oid == plan.oid ? nil : differs(at: oid, on: target)
    }
    return ReferenceConflict.first(with: plan.ref, in: found.keys).map {
      blocked(by: $0, on: target)
    }
  }

  func exists(at oid: ByteString, on target: PushTarget) -> ToolError {
    let remote = plan.remote.name
    var hints = ["choose another name"]
    // Where pushes go elsewhere, a fetch does not bring it.
    if target.address == remote, let upstream = plan.upstream {
      hints = [
        "to work on it: git fetch \(remote.shellQuoted.text) && git switch --track "
          + upstream.shellQuoted.text,
        "or choose another name",
      ]
    }
    return ToolError(
      "\(plan.quoted(target)) already has a branch '\(plan.branch.text)', at \(oid.text.prefix(12))",
      hints: hints
    )
  }

  private func differs(at oid: ByteString, on target: PushTarget) -> ToolError {
    ToolError(
      "\(plan.quoted(target)) has '\(plan.branch.text)' at another commit",
      hints: [UpdateHint(plan: plan, context: context, fetches: fetches).command(from: oid)],
      exitStatus: .failure
    )
  }

  private func blocked(by ref: ByteString, on target: PushTarget) -> ToolError {
    let other = ref.dropping(prefix: "refs/heads/") ?? ref
    return ToolError(
      "\(plan.quoted(target)) has a branch '\(other.text)', beside which "
        + "'\(plan.branch.text)' cannot exist",
      hints: ["choose a name that is not above or below '\(other.text)'"]
    )
  }
}

extension Context {
  /// The answer to one `git ls-remote`.
  func listing(_ arguments: [ByteString]) throws -> RemoteListing {
    let command = ["ls-remote"] + arguments
    var process = try networkGit(command)
    process.input = .inherit
    let result = try process.run()
    guard result.succeeded else {
      throw GitProcessError.failed(arguments: command, result)
    }
    return RemoteListing(parsing: result.output)
  }
}
