package import ByteKit
package import ConfigKit
import FileKit

extension KnownIdentities {
  /// The identity that a rule about this place, or the repository's own include, promises here; nil
  /// if nothing does.
  ///
  /// Of several the last in git's order counts, whatever wins in the end.
  package func promised(in config: ConfigStack) -> KnownIdentity? {
    for trace in config.includes.reversed() where trace.isTaken {
      guard let file = trace.file, let identity = identity(at: file.absolutePath(of: trace.origin))
      else { continue }
      if let condition = trace.condition {
        if IncludeCondition.isAboutPlace(condition) { return identity }
      } else if trace.scope == .local || trace.scope == .worktree {
        return identity
      }
    }
    return nil
  }
}

/// What can be told from the text of an `includeIf` condition.
package enum IncludeCondition {
  /// Whether it speaks of the repository's place or remotes, not of a passing branch.
  package static func isAboutPlace(_ condition: ByteString) -> Bool {
    condition.hasPrefix("gitdir") || condition.hasPrefix("hasconfig:")
      || condition.hasPrefix("worktree")
  }
}

extension ByteString {
  /// An include's file as an absolute path, from the file that names it.
  fileprivate func absolutePath(of origin: ConfigOrigin) -> ByteString {
    guard !hasPrefix("/"), let source = origin.source else { return self }
    // Relative names start where git stands, as the including file's name does.
    guard let base = source.path.dropping(suffix: source.name) else { return self }
    return base + self
  }
}
