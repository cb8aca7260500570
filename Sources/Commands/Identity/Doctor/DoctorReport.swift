import ByteKit
import ConfigKit
import TerminalKit
import ToolKit

/// What `doctor` found, for people and for programs.
struct DoctorReport {
  private let style: Style
  private let home: HomePath

  init(_ context: Context) {
    style = context.style
    home = HomePath(context.environment)
  }

  /// A line for each finding, and one for its cure.
  func text(_ findings: [Finding], fixed: [Finding]) -> ByteString {
    var text = ByteString()
    for finding in fixed { text += line(finding, .green, "fixed: ") + "\n" }
    for finding in findings {
      text += line(finding, finding.code.isWarning ? .yellow : .red, "") + "\n"
      if let fix = finding.fix { text += "    fix \(ByteString(fix).harmlessLine)\n" }
    }
    if findings.isEmpty, fixed.isEmpty { text += "nothing is wrong\n" }
    return text
  }

  private func line(
    _ finding: Finding,
    _ color: Style.Attribute,
    _ lead: ByteString
  ) -> ByteString {
    var place: ByteString = ""
    if let path = finding.path {
      place = "\(home.abbreviated(path)):\(finding.line ?? 0) "
    }
    let code = style.paint(ByteString(finding.code.rawValue), color)
    return "\(lead)\(code) \(place.harmlessLine)\(ByteString(finding.message).harmlessLine)"
  }

  func document(_ findings: [Finding], fixed: [Finding]) -> JSON {
    .object([
      ("schema", .integer(IdentityJSON.schema)),
      (
        "findings",
        .array(fixed.map { json($0, isFixed: true) } + findings.map { json($0, isFixed: false) })
      ),
    ])
  }

  private func json(_ finding: Finding, isFixed: Bool) -> JSON {
    .object([
      ("code", .string(finding.code.rawValue)),
      ("severity", .string(finding.code.isWarning ? "warning" : "error")),
      ("path", .bytes(finding.path)),
      ("line", finding.line.map { .integer($0) } ?? .null),
      ("message", .string(finding.message)),
      ("fix", finding.fix.map { .string($0) } ?? .null),
      ("fixed", .boolean(isFixed)),
    ])
  }
}
