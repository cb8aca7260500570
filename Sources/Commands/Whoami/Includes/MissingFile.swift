import ByteKit
import ConfigKit
import FileKit
import ProcessKit

/// Looks for the file that an include line may have meant, where none is.
struct MissingFile {
  private let environment: Environment
  private let place: PlaceText

  init(_ environment: Environment, _ place: PlaceText) {
    self.environment = environment
    self.place = place
  }

  func examine(_ finding: inout IncludeFinding) {
    let trace = finding.trace
    guard let value = trace.value, let file = trace.file else { return }
    let path = trace.origin.source.map { file.absolutePath(in: $0.path.parentPath) } ?? file
    finding.reason = "there is no file '\(place.path(path))': git says nothing"
    // A plain include of a file that need not be there is a common habit.
    finding.isWorthSaying = trace.condition != nil
    for (candidate, reason) in candidates(value, path, trace) {
      guard let found = resolved(candidate, trace), isFile(found) else { continue }
      finding.reason = "there is no file '\(place.path(path))': \(reason)"
      finding.fix = Fix.replace(trace, path: candidate, place)
      finding.isWorthSaying = true
      return
    }
    if trace.condition != nil {
      finding.fix = "git config --file \(place.shellPath(path)) user.email you@example.com"
    }
  }

  private func resolved(_ value: ByteString, _ trace: IncludeTrace) -> ByteString? {
    let expansion = PathExpansion(environment: environment, users: .system(environment))
    guard let path = expansion.expand(value) else { return nil }
    if path.isAbsolutePath { return path }
    return trace.origin.source.map { path.absolutePath(in: $0.path.parentPath) }
  }

  private func isFile(_ path: ByteString) -> Bool {
    ((try? FileSystem.status(of: path)) ?? nil)?.kind == .regular
  }

  private func candidates(
    _ value: ByteString,
    _ path: ByteString,
    _ trace: IncludeTrace
  ) -> [(ByteString, String)] {
    var found: [(ByteString, String)] = []
    for variable in ["$HOME", "${HOME}"] as [ByteString] {
      if let rest = value.dropping(prefix: variable) {
        found.append(("~" + rest, "git expands no variables: write '~' for '\(variable)'"))
      }
    }
    if !value.isAbsolutePath, !value.hasPrefix("~"), let source = trace.origin.source {
      if let real = try? FileSystem.realPath(source.path), real.parentPath != source.path.parentPath
      {
        found.append(
          (
            real.parentPath.appendingPath(value),
            "a relative path starts from the folder that '\(place.file(source))' is named in, "
              + "not from the one that it links to"
          )
        )
      }
      found.append(
        (
          "~/" + value,
          "a relative path starts from the folder of the file that says it, "
            + "'\(place.path(source.path.parentPath))'"
        )
      )
    }
    if value.isAbsolutePath {
      found.append(("~" + value, "a path that begins with '/' begins at the root"))
    }
    if let sibling = nearestName(to: path) {
      let folder = value.bytes.lastIndex(of: UInt8(ascii: "/")).map {
        ByteString(value.bytes[...$0])
      }
      found.append(((folder ?? "") + sibling, "'\(sibling)' is there"))
    }
    return found
  }

  /// A file beside the missing one with almost its name.
  private func nearestName(to path: ByteString) -> ByteString? {
    let name = path.lastPathComponent.lowercasedASCII
    let entries = (try? FileSystem.entries(of: path.parentPath)) ?? []
    let limit = max(1, name.count / 4)
    let scored = entries.lazy
      .map { ($0.name, Self.distance(name, $0.name.lowercasedASCII)) }
      .filter { $0.1 <= limit }
    return scored.min { $0.1 < $1.1 }?.0
  }

  /// How far apart; a missing or superfluous ending such as `.inc` counts as one.
  private static func distance(_ left: ByteString, _ right: ByteString) -> Int {
    let shorter = left.count < right.count ? left : right
    let longer = left.count < right.count ? right : left
    if let rest = longer.dropping(prefix: shorter), rest.hasPrefix("."), !shorter.isEmpty {
      return 1
    }
    if abs(left.count - right.count) > 4 { return Int.max }
    return EditDistance.between(left, right)
  }
}
