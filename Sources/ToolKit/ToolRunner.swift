package import ByteKit
import CommandLineKit
package import DiagnosticKit
import FileKit
import ProcessKit
import TerminalKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs a tool as this process: the whole of every `main.swift`.
package func runTool<T: Tool>(_ tool: T.Type) -> Never {
  openMissingDescriptors()
  let streams = Streams.standard
  do throws(FileError) {
    let context = Context(
      environment: .current,
      workingDirectory: try FileSystem.currentDirectory(),
      streams: streams,
      now: { Int64(time(nil)) }
    )
    let status = ToolRunner.run(tool, arguments: ToolRunner.processArguments, context: context)
    if let code = streams.output.writeError {
      throw FileError(operation: "write to", path: "standard output", code: code)
    }
    // What is in memory is not taken apart piece by piece: the process ends here.
    withExtendedLifetime(context) { exit(status.rawValue) }
  } catch {
    streams.error.write("fatal: \(ByteString(error.message).harmless)\n")
    exit(error.exitStatus.rawValue)
  }
}

/// Opens /dev/null for standard streams that we were started without, as git does: a file opened
/// later would otherwise take their number, and what is printed would go into it.
private func openMissingDescriptors() {
  for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    _ = open("/dev/null", O_RDWR)
  }
}

/// The only place that prints `fatal:`, `error:` and `hint:` and turns errors into exit statuses.
package enum ToolRunner {
  /// Parses, runs, reports: a pure function of arguments and context, so tests call it too.
  package static func run<T: Tool>(
    _ tool: T.Type,
    arguments: [ByteString],
    context: Context
  )
    -> ExitStatus
  {
    do {
      if let options = T.plainOptions(arguments) { return try T.run(options, in: context) }
      let command = T.command
      switch try command.parse(arguments) {
      case .run(let options, let common):
        context.colorWhen = common.color
        return try T.run(options, in: context)
      case .help(let subcommand):
        context.streams.output.write(ByteString(command.help(subcommand: subcommand)))
        return .usage
      case .manual:
        return try openManual(of: command.name, in: context)
      case .version:
        context.print("git-\(command.name) \(toolboxVersion)")
        return .success
      case .generated(let text):
        context.streams.output.write(ByteString(text))
        return .success
      }
    } catch let diagnostic as any Diagnostic {
      return report(diagnostic, in: context)
    } catch {
      return report(ToolError("\(error)"), in: context)
    }
  }

  /// Prints the error with its hints; gives its exit status.
  package static func report(_ diagnostic: any Diagnostic, in context: Context) -> ExitStatus {
    let word: ByteString = diagnostic.exitStatus == .fatal ? "fatal" : "error"
    context.say(word, .red, diagnostic.message)
    for hint in diagnostic.hints { context.hint(hint) }
    return diagnostic.exitStatus
  }

  /// What git itself does for `git <name> --help`.
  private static func openManual(of name: String, in context: Context) throws -> ExitStatus {
    let result = try context.git.run(
      ["help", ByteString(name)],
      input: .inherit,
      output: .inherit,
      errorOutput: .inherit,
      keepingLocale: true
    )
    return ExitStatus(rawValue: result.shellStatus)
  }

  /// The arguments after the program's name, as bytes.
  static var processArguments: [ByteString] {
    var arguments: [ByteString] = []
    var index = 1
    while index < Int(CommandLine.argc), let argument = CommandLine.unsafeArgv[index] {
      arguments.append(ByteString(cString: argument))
      index += 1
    }
    return arguments
  }
}
