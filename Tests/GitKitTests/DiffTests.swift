import ByteKit
import FileKit
import HistoryKit
import ProcessKit
import TestSupport
import Testing

@Suite struct DiffTests {
  /// The patches of `main..HEAD` of a repository that the script makes, by commit subject.
  private func patches(_ script: ByteString) throws -> [ByteString: Fingerprint] {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash(script)
    let repository = try sandbox.openRepository()
    let git = try IsolatedGit(repository, environment: sandbox.environment)
    let ids = try sandbox.git("rev-list", "--no-merges", "--all").lines
    let commits = try ids.compactMap { ObjectID(hex: $0) }.map { try repository.commit($0) }
    let pairs = commits.map { DiffPair(new: $0.id, old: $0.parents.first) }
    var found: [ByteString: Fingerprint] = [:]
    git.patches(of: pairs) { index, result in
      found[commits[index].message.trimmed] = try? result.get()
    }
    #expect(found.count == commits.count)
    return found
  }

  @Test func placeInTheFileDoesNotCount() throws {
    let found = try patches(
      """
      seq 1 40 >n; git add n; git commit -qm numbers
      git switch -qc one; sed -i 's/^30$/thirty/' n; git commit -qam one
      git switch -q main; sed -i '1i zero' n; git commit -qam zero
      git switch -qc two; sed -i 's/^30$/thirty/' n; git commit -qam two
      """
    )
    #expect(found["one"] == found["two"])
    #expect(found["one"] != found["zero"])
  }

  @Test(arguments: [
    "printf '  x\\n'", "printf 'x\\r\\n'", "printf 'x \\n'", "printf 'x'", "printf 'x\\n\\n'",
  ])
  func whiteSpaceCounts(content: String) throws {
    let found = try patches(
      """
      git switch -qc one; echo x >f; git add f; git commit -qm one
      git switch -qc two main; \(content) >f; git add f; git commit -qm two
      """
    )
    #expect(found["one"] != found["two"])
  }

  @Test func modesAndKindsCount() throws {
    let found = try patches(
      """
      for kind in plain executable link path; do
        git switch -qc $kind main
        case $kind in link) ln -s x f;; path) printf x >g;; *) printf x >f;; esac
        if [ $kind = executable ]; then chmod +x f; fi
        git add .; git commit -qm $kind
      done
      """
    )
    let kinds: [ByteString] = ["plain", "executable", "link", "path"]
    #expect(Set(kinds.map { found[$0] }).count == 4)
  }

  @Test func aChangeOfModeAloneCounts() throws {
    let found = try patches(
      """
      git switch -qc one; chmod +x base; git commit -qam one
      git switch -qc two main; chmod +x base; git commit -qam two
      git switch -qc three main; chmod +x base; echo x >base; git commit -qam three
      """
    )
    #expect(found["one"] == found["two"])
    #expect(found["one"] != found["three"])
  }

  @Test func binaryFilesCountByTheirBlobs() throws {
    let found = try patches(
      """
      printf 'a\\0b' >bin; git add bin; git commit -qm bin
      for i in 1 2; do git switch -qc b$i main; printf 'a\\0c%s' $i >bin; git commit -qam b$i; done
      git switch -qc b3 main; printf 'a\\0c1' >bin; git commit -qam b3
      """
    )
    #expect(found["b1"] != found["b2"])
    #expect(found["b1"] == found["b3"])
  }

  @Test func configurationAndAttributesDoNotCount() throws {
    let found = try patches(
      """
      git config diff.external false; git config diff.context 0; git config diff.noprefix true
      git config diff.suppressBlankEmpty true; git config diff.d.textconv 'echo x #'
      git config diff.d.command false; git config diff.algorithm patience
      git config core.quotePath false
      echo '* binary diff=d' >.git/info/attributes; echo '* -diff' >.gitattributes
      git add .gitattributes; seq 1 9 >f; git add f; git commit -qm attributes
      git switch -qc one; sed -i '5s/$/x/' f; git commit -qam one
      git switch -q main; sed -i '1i zero' f; git commit -qam zero
      git switch -qc two; sed -i '6s/$/x/' f; git commit -qam two
      """
    )
    // As text the two are equal; as binary files they are not.
    #expect(found["one"] == found["two"])
  }

  @Test func contentThatLooksLikeAPatch() throws {
    let found = try patches(
      """
      id=$(git rev-parse HEAD)
      for i in 1 2; do
        git switch -qc c$i main
        printf '%s\\n' "$id" 'diff --git a/x b/x' '@@ -1,3 +1,3 @@' '\\ No newline' "$i" >f
        git add f; git commit -qm c$i
      done
      """
    )
    #expect(found["c1"] != found["c2"])
  }

  @Test func summariesTellPathsFromContent() throws {
    let sandbox = try Sandbox.withRepository()
    try sandbox.bash(
      """
      git switch -qc one; ci 'q"uote
      line' 1; git switch -qc two main; ci 'q"uote
      line' 2; git switch -qc three main; ci other 1
      git switch -qc back one; git revert --no-edit HEAD
      git commit -q --allow-empty -m empty
      """
    )
    let repository = try sandbox.openRepository()
    let git = try IsolatedGit(repository, environment: sandbox.environment)
    let names: [ByteString] = ["one", "two", "three", "back~1", "back", "main"]
    let commits = try names.map { try repository.commit(sandbox.id($0)) }
    var found: [ChangeSummary] = []
    var files: [[FileChange]] = []
    let pairs = commits.map { DiffPair(new: $0.id, old: $0.parents.first) }
    git.changes(of: pairs, withFiles: .some { [0, 5].contains($0) }) { index, result in
      guard case .success(let change) = result else {
        Issue.record("pair \(index)")
        return
      }
      found.append(change.0)
      files.append(change.1)
    }
    try #require(found.count == 6)
    #expect(found[0].paths == found[1].paths)
    #expect(found[0].blobs != found[1].blobs)
    #expect(found[0].paths != found[2].paths)
    #expect(found[3].opposite == found[0].blobs)
    #expect(found.map(\.isEmpty) == [false, false, false, false, true, false])
    #expect(files.map(\.count) == [1, 0, 0, 0, 0, 1])
    #expect(files[0].first?.path == "q\"uote\nline")
    #expect(files[0].first?.oldMode == 0)
    #expect(files[0].first?.newMode == 0o100644)
    #expect(files[5].first?.path == "base")
  }

  @Test func goesOnAfterAMissingObject() throws {
    let sandbox = try Sandbox.withRepository()
    for number in 1...5 {
      try sandbox.git("switch", "-qc", "b\(number)", "main")
      try sandbox.commit("dir\(number)/f", "\(number)")
    }
    for lost: ByteString in ["b2:dir2/f", "b4:dir4"] {
      let id = try sandbox.id(lost).hex.text
      try FileSystem.remove(".git/objects/\(id.prefix(2))/\(id.dropFirst(2))".asPath(in: sandbox))
    }
    let repository = try sandbox.openRepository()
    let git = try IsolatedGit(repository, environment: sandbox.environment)
    let main = try sandbox.id("main")
    let pairs = try (1...5).map { DiffPair(new: try sandbox.id("b\($0)"), old: main) }
    var patches: [GitError.Reason?] = []
    git.patches(of: pairs) { _, result in patches.append(result.reason) }
    #expect(patches == [nil, .missingObject, nil, .missingObject, nil])
    var changes: [GitError.Reason?] = []
    git.changes(of: pairs) { _, result in changes.append(result.map { $0.0 }.reason) }
    #expect(changes == [nil, nil, nil, .missingObject, nil])
  }
}

extension Result where Failure == GitError {
  /// What went wrong, if it did.
  fileprivate var reason: GitError.Reason? {
    if case .failure(let error) = self { error.reason } else { nil }
  }
}

extension String {
  fileprivate func asPath(in sandbox: Sandbox) -> ByteString {
    ByteString(self).absolutePath(in: sandbox.workingDirectory)
  }
}
