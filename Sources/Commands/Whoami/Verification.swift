import ByteKit
import ConfigKit
import DiagnosticKit
import IdentityKit
import ProcessKit
import ToolKit

/// Asks the installed git the same, and tells where the answers differ.
struct Verification {
  let context: Context

  func differences(_ answer: Answer) -> [String] {
    switch answer.place {
    case .refused(let refusal): return refusalDifference(refusal)
    case .outside, .repository, .unknown: break
    }
    if answer.people.isEmpty {
      guard let finding = answer.findings.first else { return [] }
      return ask(.author).map { failureDifference("git var", finding.remark, $0) } ?? []
    }
    return answer.people.flatMap { person in
      ask(person.role).map { difference(person, $0) } ?? ["git could not be run"]
    }
  }

  private func ask(_ role: IdentityRole) -> ProcessResult? {
    let variable: ByteString =
      role == .author ? "GIT_AUTHOR_IDENT" : "GIT_COMMITTER_IDENT"
    return try? context.git.run(["var", variable])
  }

  private func difference(_ person: Answer.Person, _ git: ProcessResult) -> [String] {
    let role = person.role.rawValue
    switch person.answer {
    case .found(let identity):
      guard git.succeeded else { return ["git has no \(role): \(message(git))"] }
      let theirs = identityText(git.output)
      return theirs == identity.text
        ? [] : ["the \(role) is '\(identity.text)' here, but '\(theirs)' for git"]
    case .missing(let error):
      guard git.succeeded else {
        return message(git).contains(error.message)
          ? [] : ["the \(role): '\(error.message)' here, but '\(message(git))' for git"]
      }
      return ["git has the \(role) '\(identityText(git.output))'; here: \(error.message)"]
    }
  }

  /// Without the date at the end.
  private func identityText(_ output: ByteString) -> ByteString {
    guard let end = output.bytes.lastIndex(of: UInt8(ascii: ">")) else { return output.trimmed }
    return ByteString(output.bytes[...end])
  }

  /// What git says before it dies; nothing if it crashes.
  private func message(_ git: ProcessResult) -> String {
    git.errorOutput.text
  }

  private func failureDifference(
    _ command: String,
    _ remark: Remark,
    _ git: ProcessResult
  ) -> [String] {
    guard !git.succeeded else { return ["git does not die: \(identityText(git.output))"] }
    let fatal = git.errorOutput.lines.lazy.compactMap { $0.dropping(prefix: "fatal: ") }.first
    guard let fatal else { return [] }
    return remark.text.hasPrefix(fatal.text)
      ? [] : ["'\(remark.text)' here, but '\(fatal)' for git"]
  }

  /// `git var` answers as outside of any repository then; `git rev-parse` says why.
  private func refusalDifference(_ refusal: Refusal) -> [String] {
    guard let result = try? context.git.run(["rev-parse", "--git-dir"]) else {
      return ["git could not be run"]
    }
    let begins = String(refusal.message.prefix { $0 != ":" })
    if !result.succeeded, message(result).contains(begins) { return [] }
    return ["git does not refuse: \(message(result))"]
  }
}

extension Context {
  /// An `error:` line that names what differs.
  func say(_ difference: String) {
    _ = ToolRunner.report(ToolError(difference, exitStatus: .failure), in: self)
  }
}
