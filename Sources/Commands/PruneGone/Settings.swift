import ByteKit
import ConfigKit

/// The command line and `prune-gone.*` together.
struct Settings: Sendable {
  var bases: [ByteString]
  /// Whether the bases stand on the command line, where a wrong one is an error.
  var hasExplicitBases: Bool
  var level: DeletionLevel
  var patterns: [BranchPattern]
  var protected: [BranchPattern]
  /// For each question to a remote.
  var timeout: Duration
  /// How long runs can be undone, in seconds.
  var keep: Int64
  var initialBranch: ByteString?
  var ignoresCase: Bool

  /// `isReviewing`: for `--apply`, whose plan says itself how much may go.
  init(_ options: PruneGoneOptions, reviewing isReviewing: Bool, _ stack: ConfigStack) throws {
    let configured = try stack.strings("prune-gone.base")
    hasExplicitBases = !options.bases.isEmpty
    bases = hasExplicitBases ? options.bases : configured
    level = isReviewing ? .all : try Self.level(options, stack)
    patterns = options.patterns.map(BranchPattern.init)
    protected = (try stack.strings("prune-gone.protect") + options.protected)
      .map(BranchPattern.init)
    timeout = .seconds(try stack.integer("prune-gone.timeout") ?? 60)
    keep = (try stack.integer("prune-gone.keep") ?? 90) * 86_400
    initialBranch = try stack.string("init.defaultbranch")
    ignoresCase = try stack.boolean("core.ignorecase") ?? false
  }

  private static func level(
    _ options: PruneGoneOptions,
    _ stack: ConfigStack
  ) throws -> DeletionLevel {
    if options.isForced == true { return .all }
    if options.deletesPushed == true { return .pushed }
    if options.isForced == false || options.deletesPushed == false { return .merged }
    guard let entry = stack.last("prune-gone.delete") else { return .merged }
    guard let level = DeletionLevel(rawValue: try entry.string().text) else {
      let words = DeletionLevel.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw ConfigError.badVariable(entry, cause: "prune-gone.delete must be one of \(words)")
    }
    return level
  }
}
