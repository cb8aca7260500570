package import ByteKit
package import ConfigKit
import FileKit
package import ProcessKit

/// Where a repository keeps its objects, and what is known of them from the files alone.
package struct ObjectStorage: Sendable {
  /// Where loose objects and packs are.
  package let objectDirectory: ByteString
  /// Where a shallow clone lists the commits whose parents it lacks.
  package let shallowFile: ByteString
  /// `sha1` or `sha256`.
  package let objectFormat: ByteString
  /// `GIT_ALTERNATE_OBJECT_DIRECTORIES`.
  let alternates: ByteString?

  package init(_ location: RepositoryLocation, environment: Environment) {
    let common = location.commonDirectory
    func place(_ variable: ByteString, _ usual: ByteString) -> ByteString {
      environment.nonEmpty(variable)?.absolutePath(in: location.directory)
        ?? common.appendingPath(usual)
    }
    objectDirectory = place("GIT_OBJECT_DIRECTORY", "objects")
    shallowFile = place("GIT_SHALLOW_FILE", "shallow")
    objectFormat = location.format.objectFormat
    alternates = environment.nonEmpty("GIT_ALTERNATE_OBJECT_DIRECTORIES")
  }

  /// Whether history was cut off when this was cloned or fetched.
  package var isShallow: Bool {
    guard let status = try? FileSystem.status(of: shallowFile) else { return false }
    return status.size > 0
  }

  /// The commits whose parents a shallow clone lacks.
  var cutOff: Set<ObjectID> {
    let list = (try? FileSystem.readIfPresent(shallowFile)) ?? nil
    return Set((list ?? "").lines.compactMap { ObjectID(hex: $0) })
  }

  /// Whether git has a file that answers questions about ancestry without reading commits.
  var hasCommitGraph: Bool {
    let info = objectDirectory.appendingPath("info")
    return FileSystem.exists(info.appendingPath("commit-graph"))
      || FileSystem.exists(info.appendingPath("commit-graphs"))
  }

  /// Whether objects were left out (`git clone --filter`), to be fetched when git misses them.
  package var isPartialClone: Bool {
    let packs = (try? FileSystem.entries(of: objectDirectory.appendingPath("pack"))) ?? []
    return packs.contains { $0.name.hasSuffix(".promisor") }
  }
}
