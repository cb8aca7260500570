import ByteKit
package import DiagnosticKit
import TerminalKit
import ToolKit

/// `git changelog show`, as text.
package enum ShowCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let file = try session.changelogFile()
    guard let content = try file.read() else {
      throw ToolError("there is no changelog '\(file.path.text)'")
    }
    let document = Document(parsing: content)
    let text = try SectionText(document, section(options, of: document)).text
    let output = session.context.streams.output
    output.write(output.isTerminal ? text.harmlessLines : text)
    return .success
  }

  /// The section that the operand names: `unreleased`, `latest` (as without one), or a version.
  package static func section(
    _ options: ChangelogOptions,
    of document: Document
  ) throws -> Section {
    guard options.operands.count <= 1 else {
      throw ToolError("'show' takes one version", exitStatus: .usage)
    }
    let name = options.operands.first ?? "latest"
    let found =
      switch name.lowercasedASCII {
      case "unreleased": document.unreleased
      case "latest": document.newestRelease
      default: document.section(labelled: name)
      }
    guard let found else { throw DocumentError.noSuchSection(name.text) }
    return found
  }
}
