import ByteKit
import ConfigKit
import FileKit
import Foundation
import IdentityKit
import ProcessKit
import TestSupport

/// One situation, git's answers in it, and what is needed to ask ConfigKit and IdentityKit the
/// same in this process.
struct Probe {
  struct Answer {
    let status: Int32
    let output: ByteString
    let errors: ByteString

    var succeeded: Bool { status == 0 }

    /// The first `fatal:` line, without that word.
    var fatal: ByteString? {
      errors.lines.lazy.compactMap { $0.dropping(prefix: "fatal: ") }.first
    }

    /// What git said before it, without `error:` or `warning:`.
    var cause: ByteString? {
      errors.lines.lazy
        .compactMap { $0.dropping(prefix: "error: ") ?? $0.dropping(prefix: "warning: ") }.first
    }
  }

  let author: Answer
  let committer: Answer
  let origin: Answer
  let gitDirectory: Answer
  /// Every value as `scope origin key=value`; nil if git refused to list them.
  let entries: [ByteString]?
  let workingDirectory: ByteString
  let environment: Environment

  static let fixtures =
    ByteString(#filePath).parentPath.parentPath.appendingPath("Fixtures")

  /// The script cannot be run here, for want of root's rights.
  struct Unfit: Error {}

  /// The script itself went wrong.
  struct Failure: Error {
    let errors: String
  }

  /// Runs `identity-probe.sh`; its temporary files are the sandbox's.
  init(_ arguments: [ByteString], in sandbox: Sandbox) throws {
    let process = Subprocess(
      "bash",
      [Self.fixtures.appendingPath("identity-probe.sh")] + arguments,
      environment: sandbox.environment.setting(["TMPDIR": sandbox.root]),
      workingDirectory: sandbox.root
    )
    let result = try process.run()
    if result.termination == .exited(77) { throw Unfit() }
    let fields = result.output.records(endedBy: 0)
    guard result.succeeded, fields.count > 15 else {
      throw Failure(errors: result.errorOutput.text)
    }
    func answer(_ index: Int) -> Answer {
      Answer(
        status: Int32(fields[index].text) ?? -1,
        output: fields[index + 1],
        errors: fields[index + 2]
      )
    }
    author = answer(0)
    committer = answer(3)
    origin = answer(6)
    gitDirectory = answer(9)
    entries = fields[12] == "0" ? Self.entries(fields[13]) : nil
    workingDirectory = fields[14]
    environment = Environment(
      fields[15...].compactMap { $0.splitOnce(on: UInt8(ascii: "=")).map { ($0.head, $0.tail) } }
    )
  }

  private static func entries(_ encoded: ByteString) -> [ByteString] {
    let bytes = Data(base64Encoded: encoded.text).map { ByteString($0) } ?? ByteString()
    let fields = bytes.records(endedBy: 0)
    return stride(from: 0, to: fields.count - 2, by: 3).compactMap { index in
      let (key, value): (ByteString, ByteString) =
        fields[index + 2].splitOnce(on: UInt8(ascii: "\n")).map { ($0.head, "=" + $0.tail) }
        ?? (fields[index + 2], "")
      // A name before any section is listed, but belongs to no key that anyone asks for.
      guard key.bytes.contains(UInt8(ascii: ".")) else { return nil }
      return "\(fields[index]) \(fields[index + 1]) \(key)\(value)"
    }
  }
}

/// Our answers in the same situation.
struct Ours {
  var discovery: Discovery?
  var config: ConfigStack?
  var error: ConfigError?
  var author: IdentityAnswer?
  var committer: IdentityAnswer?

  init(_ probe: Probe) {
    self.init(environment: probe.environment, workingDirectory: probe.workingDirectory)
  }

  init(environment: Environment, workingDirectory: ByteString) {
    do throws(ConfigError) {
      let discovery = try RepositoryLocation.discover(
        environment: environment,
        workingDirectory: workingDirectory
      )
      self.discovery = discovery
      var location: RepositoryLocation?
      if case .found(let found) = discovery { location = found }
      let config = try ConfigStack.load(
        location,
        environment: environment,
        workingDirectory: workingDirectory
      )
      self.config = config
      let resolver = try IdentityResolver(config: config, environment: environment)
      author = resolver.resolve(.author)
      committer = resolver.resolve(.committer)
    } catch {
      self.error = error
    }
  }

  /// Every difference from git's answers, in words.
  func differences(from probe: Probe) -> [String] {
    var found = difference("author", author, probe.author)
    found += difference("committer", committer, probe.committer)
    // Given a GIT_DIR that is no repository, `git config` reads less than `git var` does.
    if let config, !isOutsideByVariable(probe) { found += configDifferences(config, probe) }
    return found + refusalDifference(probe)
  }

  private func configDifferences(_ config: ConfigStack, _ probe: Probe) -> [String] {
    var found: [String] = []
    let ours = config.entries.map { entry in
      let value = entry.value.map { "=" + $0 } ?? ""
      return "\(entry.scope.rawValue) \(entry.origin.gitText) \(entry.key)\(value)" as ByteString
    }
    if let entries = probe.entries, ours != entries {
      let extra = ours.filter { !entries.contains($0) }
      let lacking = entries.filter { !ours.contains($0) }
      found.append("values: ours alone \(extra), git's alone \(lacking)")
    }
    let origin = config.last("user.email")?.origin.gitText ?? ""
    let expected = probe.origin.output.splitOnce(on: UInt8(ascii: "\t"))?.head ?? ""
    if probe.author.succeeded || probe.origin.succeeded, origin != expected {
      found.append("origin of user.email: ours '\(origin)', git's '\(expected)'")
    }
    return found
  }

  private func isOutsideByVariable(_ probe: Probe) -> Bool {
    guard case .outside = discovery else { return false }
    return probe.environment["GIT_DIR"] != nil
  }

  private func refusalDifference(_ probe: Probe) -> [String] {
    let said = probe.gitDirectory.fatal ?? ""
    let refusals: [ByteString] = [
      "detected dubious ownership", "cannot use bare repository", "unknown repository extension",
      "Expected git repo version", "repo version is 0",
    ]
    let isRefused = refusals.contains { said.hasPrefix($0) }
    switch discovery {
    case .refused(let refusal):
      // Git prints a list of extensions on lines of its own.
      let begins = said.text.hasPrefix(String(refusal.message.prefix { $0 != ":" }))
      // What breaks git before it looks at the repository hides the refusal.
      if error != nil, !isRefused { return [] }
      return isRefused && begins ? [] : ["refused by us: \(refusal.message); git: \(said)"]
    case .found, .outside:
      return isRefused ? ["refused by git: \(said)"] : []
    case nil:
      return []
    }
  }

  private func difference(
    _ who: String,
    _ ours: IdentityAnswer?,
    _ git: Probe.Answer
  ) -> [String] {
    let said: String
    let cause: String?
    switch ours {
    case .found(let identity):
      guard git.succeeded else {
        return ["\(who): ours '\(identity.text)', git fails: \(git.errors.text)"]
      }
      let text = git.output.withoutDate
      return text == identity.text ? [] : ["\(who): ours '\(identity.text)', git's '\(text)'"]
    case .missing(let error):
      said = error.message
      cause = nil
    case nil:
      guard let error else { return ["\(who): no answer and no error"] }
      if error.kind == .crash {
        return git.status >= 128 && git.errors.isEmpty ? [] : ["\(who): git does not crash"]
      }
      said = error.message
      cause = error.cause
    }
    guard !git.succeeded else { return ["\(who): ours fails: \(said), git's '\(git.output)'"] }
    let firstLine = String(said.prefix { $0 != "\n" })
    guard let fatal = git.fatal?.text, firstLine == fatal || isSameButLonger(said, fatal) else {
      return ["\(who): ours fails: \(said), git: \(git.errors.text)"]
    }
    if let cause, cause != git.cause?.text {
      return ["\(who): our cause: \(cause), git: \(git.errors.text)"]
    }
    return []
  }

  /// Git prints one message on several lines, and the leftover of an older error after another.
  private func isSameButLonger(_ said: String, _ fatal: String) -> Bool {
    (fatal.hasPrefix("exceeded maximum include depth") && said.hasPrefix(fatal))
      || (said.hasPrefix("failed to read ") && fatal.hasPrefix("\(said): "))
  }
}

extension ByteString {
  /// An identity as `git var` prints it, without the date and zone at its end.
  fileprivate var withoutDate: ByteString {
    guard let end = bytes.lastIndex(of: UInt8(ascii: ">")) else { return self }
    return ByteString(bytes[...end])
  }
}
