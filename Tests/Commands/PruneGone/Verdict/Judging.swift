import ByteKit
import ConfigKit
import GitKit
import HistoryKit
import ProcessKit
import TestSupport

@testable import PruneGoneTool

/// What the engine says of branches in a sandbox's repository, in words that read well in a test.
struct Judging {
  let sandbox: Sandbox
  let repository: Repository
  var bases: [ByteString] = ["refs/heads/main"]
  var elsewhere: [ByteString] = []
  var timeLimit: Duration?

  /// Runs a script that ends in the repository to judge in, `w` unless it says otherwise.
  init(_ script: ByteString, in folder: ByteString = "w") throws {
    sandbox = try Sandbox()
    try sandbox.bash("new\n\(script)")
    sandbox.workingDirectory = sandbox.path(folder)
    let found = try RepositoryLocation.discover(
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory
    )
    guard case .found(let location) = found else { throw Unreadable(text: folder) }
    repository = try Repository(
      location,
      git: GitProcess(
        environment: sandbox.environment,
        workingDirectory: sandbox.workingDirectory
      )
    )
  }

  func id(_ revision: ByteString) throws -> ObjectID {
    let text = try sandbox.git("rev-parse", "--verify", "\(revision)^{commit}")
    guard let id = ObjectID(hex: text) else { throw Unreadable(text: text) }
    return id
  }

  struct Unreadable: Error { let text: ByteString }

  private func engine() throws -> VerdictEngine {
    VerdictEngine(
      repository: repository,
      git: GitProcess(
        environment: sandbox.environment,
        workingDirectory: sandbox.workingDirectory
      ),
      bases: try bases.map { Base(ref: $0, oid: try id($0)) },
      elsewhere: try elsewhere.map { Base(ref: $0, oid: try id($0)) },
      timeLimit: timeLimit
    )
  }

  /// The verdict on a branch, as `squashed main` or `unmerged`.
  func verdict(_ branch: ByteString = "feat") throws -> String {
    switch try engine().judge([id(branch)])[id(branch)] {
    case .merged(let proof):
      let base = proof.base.dropping(prefix: "refs/heads/") ?? proof.base
      return "\(proof.kind.rawValue) \(base)"
    case .unmerged: return "unmerged"
    case .netEmpty: return "net-empty"
    case .unknown(let why): return "unknown: \(why)"
    case nil: return "nothing"
    }
  }

  func proof(_ branch: ByteString = "feat") throws -> Proof? {
    guard case .merged(let proof) = try engine().judge([id(branch)])[id(branch)] else { return nil }
    return proof
  }

  /// Verdicts of many branches from one run of the engine.
  func verdicts(_ tips: [ObjectID]) throws -> [ObjectID: Verdict] { try engine().judge(tips) }

  func ahead(_ branch: ByteString = "feat") throws -> Int? {
    try engine().ahead([id(branch)])[id(branch)]
  }
}
