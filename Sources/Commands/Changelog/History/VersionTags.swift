package import ByteKit
package import ProcessKit

/// The version tags of a repository.
package struct VersionTags: Sendable {
  /// Lowest version first; of one version's several tags the best one last.
  package let all: [VersionTag]
  /// What stands before `v` and number: of the packages in one repository each has its own.
  package let prefix: ByteString

  /// Reads the tags that begin with `prefix`.
  ///
  /// `show-ref` takes what annotated tags lead to from the packed references, `for-each-ref` opens
  /// each tag: with a thousand of them that is 4 against 25 ms.
  package static func read(git: GitProcess, prefix: ByteString) throws(GitProcessError) -> Self {
    let arguments: [ByteString] = ["show-ref", "--tags", "--dereference"]
    let result: ProcessResult
    do throws(ProcessError) {
      result = try git.run(arguments)
    } catch {
      throw .notStarted(error)
    }
    // Without any tag it fails and says nothing.
    guard result.succeeded || result.errorOutput.isEmpty else {
      throw .failed(arguments: arguments, result)
    }
    var objects: [ByteString: ByteString] = [:]
    var peeled: [ByteString: ByteString] = [:]
    for line in result.output.lines {
      guard let (object, reference) = line.splitOnce(on: UInt8(ascii: " ")),
        let name = reference.dropping(prefix: "refs/tags/")
      else { continue }
      if let tag = name.dropping(suffix: "^{}") {
        peeled[tag] = object
      } else {
        objects[name] = object
      }
    }
    let tags = objects.compactMap { name, object in
      version(ofTag: name, prefix: prefix).map {
        VersionTag(
          name: name,
          version: $0,
          commit: peeled[name] ?? object,
          isAnnotated: peeled[name] != nil
        )
      }
    }
    return Self(tags, prefix: prefix)
  }

  /// When each tag was made, for a lightweight one when its commit was: seconds since the epoch by
  /// name.
  package static func dates(git: GitProcess) throws(GitProcessError) -> [ByteString: Int64] {
    let format: ByteString = "%(creatordate:unix) %(refname)"
    var dates: [ByteString: Int64] = [:]
    for line in try git.output(["for-each-ref", "--format=\(format)", "refs/tags/"]).lines {
      if let (date, reference) = line.splitOnce(on: UInt8(ascii: " ")),
        let name = reference.dropping(prefix: "refs/tags/")
      {
        dates[name] = Int64(date.text)
      }
    }
    return dates
  }

  package init(_ tags: [VersionTag], prefix: ByteString) {
    all = tags.sorted { left, right in
      if left.version != right.version { return left.version < right.version }
      return Self.rank(left) < Self.rank(right)
    }
    self.prefix = prefix
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
