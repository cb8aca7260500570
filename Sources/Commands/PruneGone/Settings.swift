import ByteKit
import ConfigKit
import ToolKit

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
    timeout = .seconds(try Self.number("prune-gone.timeout", in: stack, least: 1) ?? 60)
    keep = (try Self.number("prune-gone.keep", in: stack, least: 0) ?? 90) * 86_400
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
      throw Self.refusal(of: entry, "must be one of \(words)")
    }
    return level
  }

  /// A count of seconds or days; no larger than what can be reckoned with.
  private static func number(
    _ key: ByteString,
    in stack: ConfigStack,
    least: Int64
  ) throws -> Int64? {
    guard let entry = stack.last(key) else { return nil }
    let number = try entry.integer(limit: Int64(Int32.max))
    guard number >= least else { throw refusal(of: entry, "must be at least \(least)") }
    return number
  }

  private static func refusal(of entry: ConfigEntry, _ rule: String) -> ToolError {
    ToolError("\(ConfigError.badVariable(entry).message): it \(rule)")
  }
}
