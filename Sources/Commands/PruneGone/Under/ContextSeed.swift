import ByteKit
import CommandLineKit
import ProcessKit
import TerminalKit
import ToolKit

/// What contexts for other repositories are made from, on whatever thread.
struct ContextSeed: Sendable {
  private var environment: Environment
  private let streams: Streams
  private let now: @Sendable () -> Int64
  private let colorWhen: ColorWhen?
  private let colorsErrors: Bool

  init(_ context: Context) {
    environment = context.environment
    // What `git rev-parse --local-env-vars` lists, without the configuration from `git -c`.
    let local: [ByteString] = [
      "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
      "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_GRAFT_FILE",
      "GIT_SHALLOW_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
      "GIT_REPLACE_REF_BASE", "GIT_NO_REPLACE_OBJECTS", "GIT_CONFIG",
    ]
    for name in local { environment[name] = nil }
    streams = context.streams
    now = context.now
    colorWhen = context.colorWhen
    colorsErrors = context.errorStyle.isColored
  }

  /// The same command called in another repository.
  ///
  /// `said`: keeps what is said meanwhile; then nobody can be asked.
  func context(in directory: ByteString, saying said: BufferSink?) -> Context {
    var streams = streams
    if let said {
      streams.error = said
      streams.inputIsTerminal = false
    }
    let context = Context(
      environment: environment,
      workingDirectory: directory,
      streams: streams,
      now: now
    )
    context.colorWhen = said == nil ? colorWhen : colorsErrors ? .always : .never
    return context
  }
}
