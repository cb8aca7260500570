import ByteKit
import ConfigKit
import IdentityKit
import RemoteKit

/// All that `git whoami` knows about one place.
struct Answer: Sendable {
  /// Where git finds itself.
  enum Place: Sendable {
    case outside
    case repository(RepositoryLocation)
    case refused(Refusal)
    /// Git dies before it knows.
    case unknown
  }

  /// A state that applies, with its reason.
  struct Finding: Sendable {
    let state: WhoamiState
    let remark: Remark
    /// The line of configuration that it is about.
    var file: ByteString?
    var line: Int?
  }

  /// One of the two identities.
  struct Person: Sendable {
    let role: IdentityRole
    let answer: IdentityAnswer
  }

  var place = Place.unknown
  /// In the order of their states, the gravest first.
  var findings: [Finding] = []
  var people: [Person] = []
  var expectation: Expectation?
  var settings: IdentitySettings?
  var signing: Signing?
  /// nil if there is no remote.
  var transport: Transport?
  var config: ConfigStack?
  /// What silently wins, and what almost matched; not what `findings` say.
  var remarks: [Remark] = []
  var includes: [IncludeFinding] = []

  init() {}

  var state: WhoamiState {
    findings.first?.state ?? (expectation == nil ? .unchecked : .ok)
  }

  /// All that is said as a warning: the findings that did not make the state, and the remarks.
  var warnings: [Remark] { findings.dropFirst().map(\.remark) + remarks }

  var location: RepositoryLocation? {
    guard case .repository(let location) = place else { return nil }
    return location
  }

  func identity(_ role: IdentityRole) -> Identity? {
    people.first { $0.role == role }?.answer.identity
  }
}
