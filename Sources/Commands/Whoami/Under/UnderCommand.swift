import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit
import ToolKit

/// Runs `git whoami --under`.
struct UnderCommand {
  let options: WhoamiOptions
  let context: Context

  func run(_ folder: ByteString) throws -> ExitStatus {
    let progress = Progress(context.streams.error, title: "looking for repositories")
    let overview = try Overview.collect(
      absolute(folder),
      environment: context.environment,
      roles: options.roles,
      expected: options.expected,
      progress: progress.update(to:)
    )
    progress.finish()
    for error in overview.unreadable { context.warn(error.message) }
    if !options.isQuiet { show(overview) }
    let isGood = overview.rows.allSatisfy { row in
      if options.isChecking { return row.answer.state.isGood }
      return options.expected.isEmpty || row.answer.state != .wrong
    }
    return isGood ? .success : .failure
  }

  /// The folder as a shell would spell it after `cd`: from PWD if that is where we are.
  private func absolute(_ folder: ByteString) -> ByteString {
    var base = context.workingDirectory
    if let typed = context.environment["PWD"], typed.isAbsolutePath,
      let here = (try? FileSystem.status(of: base)) ?? nil,
      let there = (try? FileSystem.status(of: typed)) ?? nil, here.isSameFile(as: there)
    {
      base = typed
    }
    var path = folder == "." || folder.isEmpty ? base : folder.absolutePath(in: base)
    while path.count > 1, path.hasSuffix("/") { path.bytes.removeLast() }
    while let bare = path.dropping(suffix: "/."), !bare.isEmpty { path = bare }
    guard path.hasSuffix("/..") || path.contains("/../") || path.contains("/./") else {
      return path
    }
    return (try? FileSystem.realPath(path)) ?? path
  }

  private func show(_ overview: Overview) {
    let output = context.streams.output
    switch options.format {
    case .json:
      output.write(JSONReport.document(overview).rendered)
    case .porcelain:
      output.write(PorcelainReport(endsWithNUL: options.endsWithNUL).text(overview))
    case .text, .short, .explain:
      let report = OverviewReport(
        text: TextReport(style: context.style, environment: context.environment),
        columns: output.isTerminal ? output.columns : nil
      )
      output.write(report.text(overview))
    }
  }
}
