import ByteKit
import DiagnosticKit
import Foundation
import TestSupport
import Testing

@testable import ChangelogTool

@Suite struct GenerateTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.repository(
      """
      export GIT_COMMITTER_DATE="2024-01-02 00:00:00 +0000" GIT_AUTHOR_DATE="2024-01-02 00:00:00 +0000"
      tick(){ :; }
      c 'feat: a'; git tag v1.0.0; c 'fix: b (#2)'; c 'chore: c'; c 'feat(api)!: d'; git tag v2.0.0
      c 'perf: e'; git remote add origin git@github.com:o/r.git
      """
    )
    return sandbox
  }

  @Test func theWholeChangelog() throws {
    let run = try sandbox().changelog("generate")
    #expect(run.status == .success)
    #expect(run.errors == "no new entry for 1 commit: 1 type 'chore'\n")
    #expect(
      run.output == """
        # Changelog

        All notable changes to this project will be documented in this file.

        The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.1.0/),
        and this project adheres to [Semantic Versioning](https://semver.org/spec/v2.0.0.html).

        ## [Unreleased]

        ### Changed

        - E

        ## [2.0.0] - 2024-01-02

        ### Changed

        - **Breaking:** **api:** D

        ### Fixed

        - B ([#2](https://github.com/o/r/pull/2))

        ## [1.0.0] - 2024-01-02

        ### Added

        - A

        [unreleased]: https://github.com/o/r/compare/v2.0.0...HEAD
        [2.0.0]: https://github.com/o/r/compare/v1.0.0...v2.0.0
        [1.0.0]: https://github.com/o/r/releases/tag/v1.0.0

        """
    )
  }

  @Test func ranges() throws {
    let sandbox = try sandbox()
    #expect(
      sandbox.changelog("generate", "-q", "v1.0.0..v2.0.0").output == """
        ## [2.0.0] - 2024-01-02

        ### Changed

        - **Breaking:** **api:** D

        ### Fixed

        - B ([#2](https://github.com/o/r/pull/2))

        [2.0.0]: https://github.com/o/r/compare/v1.0.0...v2.0.0

        """
    )
    #expect(try sandbox.releases("v2.0.0..") == ["-: E"])
    #expect(try sandbox.releases("..v1.0.0") == ["1.0.0: A"])
    #expect(try sandbox.releases("v1.0.0") == ["1.0.0: A"])
    #expect(sandbox.changelog("generate", "v1...v2").status == .usage)
    #expect(sandbox.changelog("generate", "nonsense..").status == .fatal)
    #expect(sandbox.changelog("generate", "a", "b").status == .usage)
    #expect(sandbox.changelog("generate", "--", "--all").status == .fatal)
  }

  @Test func json() throws {
    let sandbox = try sandbox()
    let run = sandbox.changelog("--json", "generate")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.bytes)) as? [String: Any]
    )
    #expect(object["schema"] as? Int == 1)
    let releases = try #require(object["releases"] as? [[String: Any]])
    #expect(releases.map { $0["version"] as? String } == [nil, "2.0.0", "1.0.0"])
    #expect(releases[0]["version"] is NSNull)
    #expect(releases[1]["tag"] as? String == "v2.0.0")
    #expect(releases[1]["date"] as? String == "2024-01-02")
    #expect(releases[1]["yanked"] as? Bool == false)
    let entries = try #require(releases[1]["entries"] as? [[String: Any]])
    #expect(entries.map { $0["category"] as? String } == ["Fixed", "Changed"])
    #expect(entries[0]["refs"] as? [String] == ["#2"])
    #expect(entries[1]["scope"] as? String == "api")
    #expect(entries[1]["breaking"] as? Bool == true)
    #expect(entries[1]["text"] as? String == "D")
    let commits = releases.flatMap { $0["commits"] as? [[String: Any]] ?? [] }
    let ids = Set(commits.compactMap { $0["oid"] as? String })
    #expect(ids.count == commits.count)
    #expect(ids == Set(try sandbox.git("rev-list", "--no-merges", "HEAD").lines.map(\.text)))
    let listed = Set(
      releases.flatMap { $0["entries"] as? [[String: Any]] ?? [] }
        .flatMap { $0["commits"] as? [String] ?? [] }
    )
    for commit in commits {
      let id = try #require(commit["oid"] as? String)
      #expect(listed.contains(id) == (commit["skipped"] is NSNull))
    }
    #expect(sandbox.changelog("update", "--json").status == .usage)
  }

  @Test func showAsJSON() throws {
    let sandbox = try sandbox()
    try sandbox.write(
      """
      ## [2.0.0] - 2024-02-02 [YANKED]

      ### Changed

      - **Breaking:** **api:** D

      ### Fixed

      - Told otherwise (#2)
      - By hand

      """,
      to: "CHANGELOG.md"
    )
    let run = sandbox.changelog("show", "2.0.0", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.bytes)) as? [String: Any]
    )
    let release = try #require((object["releases"] as? [[String: Any]])?.first)
    #expect(release["yanked"] as? Bool == true)
    #expect(release["date"] as? String == "2024-02-02")
    let entries = try #require(release["entries"] as? [[String: Any]])
    #expect(entries.map { ($0["commits"] as? [String])?.count } == [1, 1, 0])
    #expect(entries[0]["scope"] as? String == "api")
    let commits = try #require(release["commits"] as? [[String: Any]])
    #expect(commits.map { $0["skipped"] as? String } == [nil, "type 'chore'", nil])
  }

  @Test func aFileIsWrittenAnewUnlessSomeoneEditedIt() throws {
    let sandbox = try sandbox()
    #expect(sandbox.changelog("generate", "-q", "-o", "doc/LOG.md").status == .success)
    let first = try sandbox.read("doc/LOG.md")
    #expect(first == sandbox.changelog("generate").output)
    #expect(sandbox.changelog("generate", "-o", "doc/LOG.md").status == .success)
    try sandbox.bash("echo x >new; git add new; git commit -qm 'feat: later'; git tag v2.1.0")
    #expect(sandbox.changelog("generate", "-o", "doc/LOG.md").status == .success)
    let second = try sandbox.read("doc/LOG.md").text
    #expect(second.contains("## [2.1.0]"))
    try sandbox.bash("echo x >more; git add more; git commit -qm 'feat: more'")
    for edit in [
      second.replacing("- A\n", with: "- A, told better\n"), second.replacing("- A\n", with: ""),
    ] {
      try sandbox.write(ByteString(edit), to: "doc/LOG.md")
      let run = sandbox.changelog("generate", "-o", "doc/LOG.md")
      #expect(run.status == .fatal)
      #expect(run.errors.contains("was edited by hand"))
      #expect(try sandbox.read("doc/LOG.md").text == edit)
    }
  }

  @Test func nextSaysWhatTheCommitsCallFor() throws {
    let sandbox = try sandbox()
    #expect(sandbox.changelog("next").output == "2.0.1\n")
    #expect(sandbox.changelog("next", "--pre", "rc").output == "2.0.1-rc.1\n")
    #expect(sandbox.changelog("next", "--pre", "r_c").status == .usage)
    try sandbox.git("tag", "v2.0.1")
    let nothing = sandbox.changelog("next")
    #expect(nothing.status == .failure)
    #expect(nothing.output.isEmpty)
    try sandbox.bash("echo x >new; git add new; git commit -qm 'docs: x'")
    #expect(sandbox.changelog("next").status == .failure)
    try sandbox.bash("echo x >more; git add more; git commit -qm 'chore!: x'")
    #expect(sandbox.changelog("next").output == "3.0.0\n")
  }

  @Test func plainSubjectsMakeAUsefulChangelog() throws {
    let sandbox = try Sandbox()
    try sandbox.repository(
      """
      c 'Initial import'; git tag 0.1.0; c 'parser: fix a crash'; c 'Add support for tabs'
      c 'lexer, parser: use less memory'; c 'Remove the old API'; c 'Update CHANGELOG.md'
      c 'Release 0.2.0'
      """
    )
    #expect(
      try sandbox.releases() == [
        "-: **parser:** Fix a crash, Add support for tabs, **lexer, parser:** Use less memory, Remove the old API",
        "0.1.0: Initial import",
      ]
    )
    #expect(sandbox.changelog("next").output == "0.2.0\n")
  }
}
