package import ByteKit
import DiagnosticKit

/// Git, run with one environment and working directory.
///
/// Commands whose output we read run with `LC_ALL=C`; those that run the user's hooks or editor
/// (`keepingLocale`) keep the user's language.
package struct GitProcess: Sendable {
  private let executable: ByteString
  package var environment: Environment
  package var workingDirectory: ByteString
  /// See `Subprocess.isShielded`.
  package var isShielded = false

  package init(
    environment: Environment,
    workingDirectory: ByteString,
    executable: ByteString = "git"
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.executable = executable
  }

  /// Git ready to run with these arguments, everything captured, no standard input.
  package func subprocess(_ arguments: [ByteString], keepingLocale: Bool = false) -> Subprocess {
    var process = Subprocess(
      executable,
      arguments,
      environment: keepingLocale ? environment : environment.setting(["LC_ALL": "C"]),
      workingDirectory: workingDirectory
    )
    process.isShielded = isShielded
    return process
  }

  /// Runs git to the end; its failure is a result.
  package func run(
    _ arguments: [ByteString],
    input: Subprocess.Input = .null,
    output: Subprocess.Output = .capture,
    errorOutput: Subprocess.Output = .capture,
    keepingLocale: Bool = false
  ) throws(ProcessError) -> ProcessResult {
    var process = subprocess(arguments, keepingLocale: keepingLocale)
    process.input = input
    process.output = output
    process.errorOutput = errorOutput
    return try process.run()
  }

  /// What git printed; throws git's own message if it failed.
  package func output(
    _ arguments: [ByteString],
    input: Subprocess.Input = .null
  )
    throws(GitProcessError) -> ByteString
  {
    let result: ProcessResult
    do throws(ProcessError) {
      result = try run(arguments, input: input)
    } catch {
      throw .notStarted(error)
    }
    guard result.succeeded else { throw .failed(arguments: arguments, result) }
    return result.output
  }
}

/// Git could not be run, or said no.
package enum GitProcessError: Diagnostic {
  case notStarted(ProcessError)
  case failed(arguments: [ByteString], ProcessResult)

  /// Git's last `fatal:` or `error:` line without that word, else what ended it.
  package var message: String {
    switch self {
    case .notStarted(let error): return error.message
    case .failed(let arguments, let result):
      let said = result.errorOutput.lines.compactMap {
        $0.dropping(prefix: "fatal: ") ?? $0.dropping(prefix: "error: ")
      }
      let command = arguments.first { !$0.hasPrefix("-") } ?? ""
      if let last = said.last { return "git \(command.text): \(last.text)" }
      return "git \(command.text) failed with status \(result.shellStatus)"
    }
  }
}
