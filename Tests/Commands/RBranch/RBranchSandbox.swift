import ByteKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// A clone `w` of a local bare remote, and `git rbranch` run in it as a user would.
struct RBranchSandbox {
  let sandbox: Sandbox

  /// Runs `script` in the fresh clone, on `main`, with the recipes' helpers.
  init(_ script: ByteString = "true") throws {
    sandbox = try Sandbox()
    try sandbox.bash("new\n\(script)")
    sandbox.workingDirectory = sandbox.path("w")
  }

  func rbranch(_ arguments: ByteString...) throws -> ProcessResult {
    try sandbox.run("git", ["rbranch"] + arguments)
  }

  func git(_ arguments: ByteString...) throws -> ByteString {
    let result = try sandbox.run("git", arguments)
    return result.output.dropping(suffix: "\n") ?? result.output
  }

  /// All that must be as before when a run fails, as one text.
  ///
  /// The object database and the index's cached times may differ; nothing else of `.git` may.
  func state() throws -> String {
    try sandbox.bash(
      """
      cd "\(sandbox.workingDirectory)"
      echo "HEAD: $(cat "$(git rev-parse --git-path HEAD)")"
      echo "reflog:"; cat "$(git rev-parse --git-path logs/HEAD)"
      echo "previous: $(git rev-parse --symbolic-full-name '@{-1}' 2>&1 || true)"
      echo "refs:"; git for-each-ref
      echo "logs:"; (cd "$(git rev-parse --git-common-dir)"; find logs -type f | sort)
      echo "config:"; cat "$(git rev-parse --git-common-dir)/config"
      echo "index:"; git ls-files -s
      echo "status:"; git status --porcelain --ignored
      echo "files:"; find . -path ./.git -prune -o -type f -exec cksum {} + | sort
      echo "remote:"; git --git-dir="\(sandbox.path("remote.git"))" for-each-ref
      """
    ).text
  }

  /// Runs rbranch, which must fail with `status` and leave everything as it was.
  func expectNothingChanged(
    status: Int32,
    saying expected: String? = nil,
    _ arguments: ByteString...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try state()
    let result = try sandbox.run("git", ["rbranch"] + arguments)
    #expect(
      result.termination == .exited(status),
      "\(result.errorOutput.text)",
      sourceLocation: sourceLocation
    )
    if let expected {
      #expect(
        result.errorOutput.text.contains(expected),
        "\(result.errorOutput.text)",
        sourceLocation: sourceLocation
      )
    }
    #expect(try state().difference(from: before) == [], sourceLocation: sourceLocation)
  }
}

extension String {
  /// The lines that were removed (`-`) and added (`+`) since `before`.
  func difference(from before: String) -> [String] {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let earlier = before.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.difference(from: earlier).map { change in
      switch change {
      case .remove(_, let line, _): "-\(line)"
      case .insert(_, let line, _): "+\(line)"
      }
    }
  }
}
