import ByteKit
import ConfigKit
import FileKit
import IdentityKit
import ToolKit

/// Looks through the whole set-up for the classic mistakes.
struct Doctor {
  let context: Context
  let known: KnownIdentities
  let gitVersion: GitVersion?
  /// `--under`.
  let repositories: [ByteString]

  var home: HomePath { HomePath(context.environment) }
  var trial: Trial { Trial(context.environment, Draft(), gitVersion: gitVersion) }

  init(_ context: Context, _ known: KnownIdentities, repositories: [ByteString]) {
    self.context = context
    self.known = known
    self.repositories = repositories
    gitVersion = GitVersion.installed(context.git)
  }

  /// In the order of the files, errors and warnings mixed.
  func findings() -> [Finding] {
    RuleFindings(doctor: self).findings + SettingFindings(doctor: self).findings
      + PlaceFindings(doctor: self).findings
  }

  /// The identity that a rule lets in.
  func identity(of rule: IdentityRule) -> KnownIdentity? {
    known.all.first { $0.rules.contains(rule) }
  }

  /// Who commits are by in one place for each rule, and outside all of them: what no repair may
  /// change unasked.
  func answers(_ draft: Draft) -> [ByteString: [ByteString?]] {
    let trial = Trial(context.environment, draft, gitVersion: gitVersion)
    var answers: [ByteString: [ByteString?]] = [:]
    func note(_ key: ByteString, _ folder: ByteString?, _ urls: [ByteString] = []) {
      answers[key] = (try? trial.inNewRepository(below: folder, urls: urls))?.texts ?? ["dies"]
    }
    note("", nil)
    note("/nowhere", "/nowhere")
    for rule in known.rules {
      if let folder = FolderRule.folder(of: rule.condition, environment: context.environment) {
        note(folder, folder.appendingPath("new"))
      }
      if rule.kind == .hasconfig {
        note(rule.condition, "/nowhere", [Self.sample(of: rule.pattern)])
      }
    }
    return answers
  }

  /// A URL that the pattern matches.
  static func sample(of pattern: ByteString) -> ByteString {
    var text: [UInt8] = []
    var index = 0
    let bytes = pattern.bytes
    while index < bytes.count {
      if bytes[index...].starts(with: "[0-9]*".utf8) {
        text += "22".utf8
        index += 6
      } else if bytes[index...].starts(with: "**".utf8) {
        text += "x".utf8
        index += 2
      } else if bytes[index] == UInt8(ascii: "*") || bytes[index] == UInt8(ascii: "?") {
        text += "x".utf8
        index += 1
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return ByteString(text)
  }
}
