import ByteKit
import ConfigKit
import IdentityKit
import ToolKit

/// Who commits are by in the place where the command runs.
struct Here: Sendable {
  /// The identity that commits get; nil if it is none of the known ones.
  var identity: KnownIdentity?
  /// The identity that a rule or the repository promises.
  var promised: KnownIdentity?
  /// Whose the name and address are.
  var match = IdentityMatch.none
  /// nil if git would refuse to commit.
  var author: Identity?
  var config: ConfigStack?

  init(_ known: KnownIdentities, in context: Context) {
    guard let config = try? context.config(),
      let resolver = try? IdentityResolver(config: config, environment: context.environment)
    else { return }
    self.config = config
    promised = known.promised(in: config)
    author = resolver.resolve(.author).identity
    if let author { match = known.match(name: author.name.value, email: author.email.value) }
    if case .identities(let found) = match {
      identity = found.first { $0.name == promised?.name } ?? found.first
    }
  }

  /// Whether the rule lets its file in here.
  func isActive(_ rule: IdentityRule) -> Bool {
    config?.includes.contains { trace in
      trace.isTaken && trace.origin.line == rule.line && trace.condition == rule.condition
        && trace.origin.source?.path == rule.path
    } ?? false
  }
}
