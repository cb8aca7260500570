import ByteKit
import HistoryKit
import ProcessKit
import TestSupport
import Testing

@testable import PruneGoneTool

/// Case 32: equal lines at another place are other work; at their own place they are the same work,
/// wherever that stands by now.
@Suite struct PlaceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let verdict: String
    let script: ByteString

    init(_ name: String, _ verdict: String, _ script: ByteString) {
      self.name = name
      self.verdict = verdict
      self.script = script
    }

    var testDescription: String { name }
  }

  /// `stanzas <file> <number>` writes stanzas that look alike; `edit <file> <line> <from> <to>`
  /// commits one line; `names` gives each stanza a line of its own.
  private static let helpers: ByteString = """
    stanzas(){ for i in $(seq "$2"); do printf 'svc:\\n  image: a\\n  port: 80\\n  replicas: 1\\n  cpu: 1\\n  mem: 1\\n  net: x\\n'; done >"$1"; git add "$1"; git commit -qm "$1"; }
    names(){ for i in $(seq "$2"); do printf "[s$i]\\n  a\\n  b\\n  c\\n  d\\n  v=1\\n  e\\n  f\\n  g\\n  h\\n"; done >"$1"; git add "$1"; git commit -qm "$1"; }
    edit(){ tick; sed -i "$2s/$3/$4/" "$1"; git commit -qam "$1 $2 $4"; }

    """

  static let elsewhereInTheFile: [Case] = [
    Case(
      "the third stanza against the first",
      "unmerged",
      "stanzas c.yml 3; git switch -qc feat; edit c.yml 18 1 2; git switch -q main; edit c.yml 4 1 2"
    ),
    Case(
      "the first stanza against the second of a file in a folder",
      "unmerged",
      """
      mkdir -p deploy; stanzas deploy/a.yaml 4; git switch -qc feat; edit deploy/a.yaml 5 1 9
      git switch -q main; ci other 1; edit deploy/a.yaml 12 1 9
      """
    ),
    Case(
      "two stanzas, of which the base has one",
      "unmerged",
      """
      stanzas c.yml 3; git switch -qc feat; edit c.yml 4 1 2; edit c.yml 18 1 2
      git switch -q main; edit c.yml 4 1 2
      """
    ),
    Case(
      "two stanzas, of which the base has one and another third one",
      "unmerged",
      """
      stanzas c.yml 4; git switch -qc feat; edit c.yml 4 1 2; edit c.yml 18 1 2
      git switch -q main; edit c.yml 4 1 2; edit c.yml 11 1 2
      """
    ),
    Case(
      "one edit that the base made, undid and made again is there once",
      "unmerged",
      """
      stanzas c.yml 3; git switch -qc feat; edit c.yml 4 1 2; edit c.yml 11 1 2
      git switch -q main; edit c.yml 4 1 2; edit c.yml 4 2 1; edit c.yml 4 1 2
      """
    ),
    Case(
      "squashed into another stanza",
      "unmerged",
      """
      stanzas c.yml 3; git switch -qc feat; edit c.yml 18 1 2; edit c.yml 19 1 2
      git switch -q main; sed -i '4s/1/2/; 5s/1/2/' c.yml; git commit -qam squash
      """
    ),
    Case(
      "a table's row inserted at another place",
      "unmerged",
      """
      for i in 1 2 3; do printf 'x\\ny\\nz\\nx\\ny\\nz\\n--\\n'; done >t; git add t; git commit -qm t
      git switch -qc feat; sed -i '17i new' t; git commit -qam late
      git switch -q main; sed -i '3i new' t; git commit -qam early
      """
    ),
    Case(
      "a stanza that changed places with another",
      "unmerged",
      """
      names n 3; git switch -qc feat; edit n 26 1 2; git switch -q main
      (sed -n 21,30p n; sed -n 1,20p n) >m; mv m n; git commit -qam moved; edit n 26 1 2
      """
    ),
    Case(
      "of two files one at another place",
      "unmerged",
      """
      stanzas a 3; stanzas b 3; git switch -qc feat; sed -i '4s/1/2/' a; sed -i '11s/1/2/' b
      git commit -qam both; git switch -q main
      sed -i '4s/1/2/' a; sed -i '18s/1/2/' b; git commit -qam both
      """
    ),
  ]

  static let atItsPlace: [Case] = [
    Case(
      "the same stanza, rebased onto shifted lines",
      "rebased main",
      """
      names n 5; git switch -qc feat; edit n 26 1 2; git switch -q main
      sed -i '1i one\\ntwo\\nthree' n; git commit -qam shift; tick
      git cherry-pick feat >/dev/null; edit n 29 2 3
      """
    ),
    Case(
      "stanzas that look alike, the others changed before",
      "rebased main",
      """
      stanzas c.yml 5; git switch -qc feat; edit c.yml 18 1 2; git switch -q main
      edit c.yml 4 1 2; tick; git cherry-pick feat >/dev/null; edit c.yml 18 2 7
      """
    ),
    Case(
      "each of two stanzas",
      "rebased main",
      """
      stanzas c.yml 3; git switch -qc feat; edit c.yml 4 1 2; edit c.yml 18 1 2
      git switch -q main; ci o 1; tick; git cherry-pick main..feat >/dev/null; edit c.yml 4 2 3
      """
    ),
    Case(
      "squashed after the base moved, then edited again",
      "squashed main",
      """
      names n 6; git switch -qc feat; edit n 6 1 2; edit n 46 1 2; git switch -q main
      edit n 26 1 5; sed -i '1i top' n; git commit -qam top
      git merge -q --squash feat >/dev/null; git commit -qm squash; edit n 7 2 3; edit n 47 2 3
      """
    ),
    Case(
      "the context changed first",
      "contained main",
      """
      names n 4; git switch -qc feat; edit n 16 1 2; git switch -q main
      edit n 14 c C; tick; git cherry-pick feat >/dev/null; ci o 1
      """
    ),
    Case(
      "renamed in the base first",
      "contained main",
      """
      names n 4; git switch -qc feat; edit n 16 1 2; edit n 36 1 2; git switch -q main
      git mv n moved; git commit -qm mv; tick; git cherry-pick main..feat >/dev/null; ci o 1
      """
    ),
    Case(
      "renamed in the base afterwards",
      "rebased main",
      """
      names n 4; git switch -qc feat; edit n 16 1 2; git switch -q main; ci o 1
      tick; git cherry-pick feat >/dev/null; git mv n moved; git commit -qm mv
      """
    ),
  ]

  @Test(arguments: elsewhereInTheFile + atItsPlace) func says(_ test: Case) throws {
    let judging = try Judging(Self.helpers + test.script)
    #expect(try judging.verdict() == test.verdict)
  }

  /// Git's own merge of what is elsewhere in the file is never the base's tree: the branch has more.
  @Test(arguments: elsewhereInTheFile) func gitHasMoreToMerge(_ test: Case) throws {
    let judging = try Judging(Self.helpers + test.script)
    let merge = try judging.sandbox.tryGit("merge-tree", "--write-tree", "main", "feat")
    let tree = try judging.sandbox.git("rev-parse", "main^{tree}")
    #expect(!merge.succeeded || merge.output.trimmed != tree)
  }

  @Test func namesWhatTheBaseTookBack() throws {
    let judging = try Judging(
      """
      git switch -qc feat; ci f 1; ci g 1; git switch -qc pick main; ci p 1; git switch -q main
      ci h 1; git merge -q --squash feat >/dev/null; git commit -qm sq; git tag squash; ci i 1
      tick; git cherry-pick pick >/dev/null; git tag picked
      tick; git revert --no-edit squash >/dev/null; git tag back
      tick; git revert --no-edit picked >/dev/null; tick; git revert --no-edit HEAD >/dev/null
      """
    )
    let squash = try #require(try judging.proof())
    #expect(squash.kind == .squashed)
    #expect(try squash.revertedInBase?.commit == judging.id("squash"))
    #expect(try squash.revertedInBase?.reverting == judging.id("back"))
    #expect(
      try squash.explanation.text
        == "squashed into main as \(judging.id("squash").abbreviated()) "
        + "(\(judging.id("squash").abbreviated()) was reverted there by "
        + "\(judging.id("back").abbreviated()))"
    )
    // Brought back: nothing to tell.
    let pick = try #require(try judging.proof("pick"))
    #expect(pick.kind == .rebased)
    #expect(pick.revertedInBase == nil)
  }
}
