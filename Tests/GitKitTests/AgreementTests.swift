import ByteKit
import FileKit
import Foundation
import HistoryKit
import ProcessKit
import TestSupport
import Testing

/// Both readers give the same answers to every question.
///
/// Twenty repositories unless `READER_ROUNDS` says how many.
@Suite struct AgreementTests {
  private static let rounds: Int =
    ProcessInfo.processInfo.environment["READER_ROUNDS"].flatMap { Int($0) } ?? 20

  @Test(arguments: 1...rounds) func readersAgree(seed: Int) throws {
    let sandbox = try RandomRepository.make(seed: seed)
    let one = try sandbox.openRepository(reader: "libgit2")
    let two = try sandbox.openRepository(reader: "git")
    #expect((one.reader.name, two.reader.name) == ("libgit2", "git"))
    try agreeOnReferences(one, two)
    let listed = try sandbox.git(
      "--no-replace-objects",
      "cat-file",
      "--batch-all-objects",
      "--batch-check=%(objectname) %(objecttype)"
    ).lines.compactMap { $0.splitOnce(on: UInt8(ascii: " ")) }
    var objects: [ByteString: [ObjectID]] = [:]
    for (name, kind) in listed {
      objects[kind, default: []] += [ObjectID(hex: name)].compactMap(\.self)
    }
    try agreeOnObjects(one, two, objects)
    var random = SeededGenerator(seed: UInt64(seed))
    let commits = objects["commit"] ?? []
    for _ in 0..<6 {
      let (ours, theirs) = (random.pick(commits), random.pick(commits))
      try agreeOnHistory(one, two, sandbox, ours, theirs)
    }
    let blobs = objects["blob"] ?? []
    for alignment in LineAlignment.allCases {
      let texts = try (0..<3).map { _ in try one.blob(random.pick(blobs)) }
      let merged = try [one, two].map {
        try $0.mergeContents(base: texts[0], ours: texts[1], theirs: texts[2], aligning: alignment)
      }
      #expect(merged[0] == merged[1], "\(seed): \(texts)")
    }
  }

  private func agreeOnReferences(_ one: Repository, _ two: Repository) throws {
    for prefix: ByteString in ["refs/", "refs/heads/x/", "refs/nothing/"] {
      #expect(try one.references(under: prefix) == two.references(under: prefix))
    }
    #expect(try one.head() == two.head())
    #expect(try one.tags() == two.tags())
    for reference in try one.references() {
      #expect(try one.reference(reference.name) == two.reference(reference.name))
      #expect(try one.target(of: reference.name) == two.target(of: reference.name))
      let commits = [one, two].map { try? $0.commitID(of: reference.name) }
      #expect(commits[0] == commits[1], "\(reference.name)")
    }
    for revision: ByteString in ["main~1", "nothing", "x/two^", "t0^{commit}", "@", "refs/heads"] {
      #expect(try one.commitID(of: revision) == two.commitID(of: revision), "\(revision)")
    }
  }

  private func agreeOnObjects(
    _ one: Repository,
    _ two: Repository,
    _ objects: [ByteString: [ObjectID]]
  ) throws {
    let none = try #require(ObjectID(bytes: [UInt8](repeating: 9, count: 20)))
    for id in objects.values.joined() {
      #expect(try one.kind(of: id) == two.kind(of: id))
      #expect(try one.contains(id))
      #expect(try two.contains(id))
      #expect(try one.peeledToCommit(id) == two.peeledToCommit(id))
    }
    for id in objects["commit"] ?? [] {
      #expect(try one.commit(id) == two.commit(id))
      for path: ByteString in ["a", "dir/sub/c", "dir", "a/b", "none", "ü"] {
        #expect(try one.entry(at: path, in: id) == two.entry(at: path, in: id))
      }
    }
    for id in objects["tree"] ?? [] { #expect(try one.tree(id) == two.tree(id)) }
    for id in objects["blob"] ?? [] { #expect(try one.blob(id) == two.blob(id)) }
    for repository in [one, two] {
      #expect(try !repository.contains(none))
      let error = #expect(throws: GitError.self) { try repository.commit(none) }
      #expect(error?.reason == .missingObject)
    }
  }

  private func agreeOnHistory(
    _ one: Repository,
    _ two: Repository,
    _ sandbox: Sandbox,
    _ ours: ObjectID,
    _ theirs: ObjectID
  ) throws {
    let bases = try [one, two].map { Set(try $0.mergeBases(ours, theirs)) }
    #expect(bases[0] == bases[1])
    let graphs = try [one, two].map {
      try IsolatedGit($0, environment: sandbox.environment)
        .revisionGraph(from: [ours], excluding: [theirs])
    }
    #expect(Set(graphs[0].lines) == Set(graphs[1].lines))
    for graph in graphs { #expect(graph.isTopological) }
    guard !bases[0].isEmpty else { return }
    let answers = try [one, two].map { try $0.changesNothing(merging: theirs, into: ours) }
    #expect(answers[0] == answers[1], "\(theirs) into \(ours)")
  }
}
