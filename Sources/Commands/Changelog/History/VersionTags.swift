package import ByteKit
package import ProcessKit

/// The version tags of a repository.
package struct VersionTags: Sendable {
  /// Lowest version first; of one version's several tags the best one last.
  package let all: [VersionTag]
  /// What stands before `v` and number: of the packages in one repository each has its own.
  package let prefix: ByteString

  /// Reads the tags that begin with `prefix`.
  package static func read(git: GitProcess, prefix: ByteString) throws(GitProcessError) -> Self {
    // `%00` would end the line for `lines`; no field before the name can hold a blank.
    let format: ByteString =
      "%(objecttype) %(objectname) %(*objecttype) %(*objectname) %(creatordate:unix) %(refname)"
    let output = try git.output(["for-each-ref", "--format=\(format)", "refs/tags/"])
    var tags: [VersionTag] = []
    for line in output.lines {
      let fields = line.split(on: UInt8(ascii: " "))
      guard fields.count == 6, let name = fields[5].dropping(prefix: "refs/tags/"),
        let version = version(ofTag: name, prefix: prefix)
      else { continue }
      var commit: ByteString?
      switch (fields[0], fields[2]) {
      case ("commit", _): commit = fields[1]
      case ("tag", "commit"): commit = fields[3]
      case ("tag", "tag"): commit = try peeled(fields[5], git: git)
      default: break
      }
      guard let commit else { continue }
      tags.append(
        VersionTag(
          name: name,
          version: version,
          commit: commit,
          isAnnotated: fields[0] == "tag",
          date: Int64(fields[4].text) ?? 0
        )
      )
    }
    return Self(tags, prefix: prefix)
  }

  package init(_ tags: [VersionTag], prefix: ByteString) {
    all = tags.sorted { left, right in
      if left.version != right.version { return left.version < right.version }
      return Self.rank(left) < Self.rank(right)
    }
    self.prefix = prefix
  }

  /// A tag of a tag: `for-each-ref` peels it once only before git 2.45.
  private static func peeled(
    _ name: ByteString,
    git: GitProcess
  ) throws(GitProcessError) -> ByteString? {
    let arguments: [ByteString] = ["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]
    do throws(ProcessError) {
      let result = try git.run(arguments)
      return result.succeeded ? result.output.trimmed : nil
    } catch {
      throw .notStarted(error)
    }
  }

  /// The annotated one wins, then the one with `v`, then the later name.
  private static func rank(_ tag: VersionTag) -> RankKey {
    RankKey(
      isAnnotated: tag.isAnnotated,
      hasV: tag.name.contains("v\(tag.version.spelling)"),
      name: tag.name
    )
  }

  private struct RankKey: Comparable {
    var isAnnotated: Bool
    var hasV: Bool
    var name: ByteString

    static func < (left: Self, right: Self) -> Bool {
      if left.isAnnotated != right.isAnnotated { return right.isAnnotated }
      if left.hasV != right.hasV { return right.hasV }
      return left.name < right.name
    }
  }

  /// The version that a tag's name spells after `prefix` and perhaps `v`: three numbers, no more.
  package static func version(ofTag name: ByteString, prefix: ByteString) -> Version? {
    guard let rest = name.dropping(prefix: prefix) else { return nil }
    return Version(parsing: rest.dropping(prefix: "v") ?? rest)
  }

  /// A new version's tag name, spelled as the highest tag is; with `v` where there is none.
  package func name(for version: Version) -> ByteString {
    let hasV = all.last.map { !$0.name.hasPrefix(prefix + $0.version.spelling) } ?? true
    return prefix + (hasV ? "v" : "") + version.spelling
  }

  package func tag(for version: Version) -> VersionTag? { all.last { $0.version == version } }
}
