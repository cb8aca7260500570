import ByteKit
import FileKit
import Foundation
import ProcessKit
import TestSupport
import Testing

/// A repository made by a recipe, and the installed command in it.
final class Lab {
  let sandbox: Sandbox

  /// Runs the recipe in an empty folder and then works in its `w`.
  init(_ recipe: ByteString, in folder: ByteString = "w") throws {
    sandbox = try Sandbox()
    // As a person has it: the harness, not the command, must not be what prevents a prompt.
    sandbox.set("GIT_TERMINAL_PROMPT", nil)
    try sandbox.bash(recipe)
    sandbox.workingDirectory = sandbox.path(folder)
  }

  /// Runs git in the repository; it must succeed.
  @discardableResult
  func git(_ arguments: ByteString...) throws -> ByteString {
    let result = try sandbox.run("git", arguments)
    guard result.succeeded else {
      throw Failure(arguments: arguments, result: result)
    }
    return result.output.dropping(suffix: "\n") ?? result.output
  }

  /// Runs a script in the repository.
  @discardableResult
  func bash(_ script: ByteString) throws -> ByteString { try sandbox.bash(script) }

  /// Runs `git prune-gone`, whatever its status.
  func prune(_ arguments: ByteString...) throws -> ProcessResult {
    try sandbox.run("git", ["prune-gone"] + arguments)
  }

  /// Runs `git prune-gone --json` and reads the document.
  func report(_ arguments: ByteString...) throws -> Report {
    try Report(sandbox.run("git", ["prune-gone", "--json"] + arguments))
  }

  /// The short names of all local branches.
  func branches() throws -> [ByteString] {
    try git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads").lines
  }

  func has(_ branch: ByteString) throws -> Bool { try branches().contains(branch) }

  /// Everything that an undo must bring back: refs (symbolic ones as such) and the configuration's
  /// branch keys.
  func state() throws -> ByteString {
    let refs = try git("for-each-ref", "--format=%(refname) %(objectname) %(symref)", "refs/heads")
    let keys = try sandbox.run("git", ["config", "--local", "--get-regexp", #"^branch\."#]).output
    return refs + "\n" + keys.lines.sorted().joined(separator: "\n")
  }

  /// The configuration file as git reads it, which fails if it does not parse.
  func configuration() throws -> ByteString { try git("config", "--local", "--list") }

  func id(_ revision: ByteString) throws -> ByteString { try git("rev-parse", revision) }
}

/// A command that the test needs went wrong.
struct Failure: Error, CustomStringConvertible {
  let arguments: [ByteString]
  let result: ProcessResult

  var description: String {
    "'\(arguments.map(\.text).joined(separator: " "))' gave \(result.shellStatus): "
      + result.errorOutput.text + result.output.text
  }
}

/// The document that `--json` printed.
struct Report {
  struct Branch: Decodable {
    struct Proof: Decodable {
      let kind: String
      let base: String
      let commit: String?
    }

    let ref: String
    let oid: String
    let upstream: String?
    let remote: String?
    let state: String
    let verdict: String?
    let proof: Proof?
    let evidence: String?
    let heldBy: [String]
    let action: String
    let reason: String?
    let explanation: String
    let ahead: Int?
    let restore: String?
  }

  struct Fetch: Decodable {
    let remote: String
    let ok: Bool
    let message: String?
  }

  private struct Document: Decodable {
    let schema: Int
    let repository: String
    let fetch: [Fetch]
    let bases: [String]
    let branches: [Branch]
    let run: String?
  }

  let status: Int32
  let errors: String
  let output: ByteString
  let fetch: [Fetch]
  let bases: [String]
  let run: String?
  private let byName: [String: Branch]

  init(_ result: ProcessResult) throws {
    status = result.shellStatus
    errors = result.errorOutput.text
    output = result.output
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(result.output.bytes))
    } catch {
      throw Failure(arguments: ["prune-gone", "--json"], result: result)
    }
    #expect(document.schema == 1)
    let refs = document.branches.map(\.ref)
    #expect(Set(refs).count == refs.count, "every local branch once")
    fetch = document.fetch
    bases = document.bases
    run = document.run
    byName = Dictionary(
      document.branches.map { (String($0.ref.dropFirst("refs/heads/".count)), $0) },
      uniquingKeysWith: { $1 }
    )
  }

  var names: [String] { byName.keys.sorted() }

  /// The branch, which must be there.
  subscript(_ name: String) -> Branch {
    get throws { try #require(byName[name], "no branch '\(name)' in \(names)") }
  }

  /// `action/reason`, as short as tests want to compare it.
  func fate(_ name: String) throws -> String {
    let branch = try self[name]
    return branch.reason.map { "\(branch.action)/\($0)" } ?? branch.action
  }
}
