import ByteKit
import ConfigKit
import IdentityKit
import ProcessKit

/// Finds out everything about one place.
struct Survey: Sendable {
  /// How much is asked for.
  enum Depth: Sendable {
    /// Names and addresses alone.
    case identities
    /// Also the state.
    case state
    /// Also all that a person is told.
    case full
  }

  let environment: Environment
  let workingDirectory: ByteString
  var roles: [IdentityRole]
  /// `--expect`.
  var expected: [ByteString]
  /// `--at`: the branch to stand in for the one that HEAD is on.
  var branch: ByteString?
  var depth: Depth

  init(
    environment: Environment,
    workingDirectory: ByteString,
    roles: [IdentityRole] = [.author, .committer],
    expected: [ByteString] = [],
    branch: ByteString? = nil,
    depth: Depth = .full
  ) {
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.roles = roles
    self.expected = expected
    self.branch = branch
    self.depth = depth
  }

  func answer() -> Answer {
    var answer = Answer()
    do throws(ConfigError) {
      try look(&answer)
    } catch {
      let state: WhoamiState = error.kind == .repository ? .refused : .broken
      answer.findings = [finding(error, state)]
    }
    return answer
  }

  private func look(_ answer: inout Answer) throws(ConfigError) {
    var location: RepositoryLocation?
    switch try RepositoryLocation.discover(
      environment: environment,
      workingDirectory: workingDirectory
    ) {
    case .outside: answer.place = .outside
    case .found(let found):
      answer.place = .repository(found)
      location = found
    case .refused(let refusal):
      answer.place = .refused(refusal)
      answer.findings = [
        Answer.Finding(state: .refused, remark: Remark(refusal.message, fix: refusal.hints.first))
      ]
      return
    }
    let config = try ConfigStack.load(
      location,
      environment: environment,
      workingDirectory: workingDirectory,
      branch: branch
    )
    let resolver = try IdentityResolver(config: config, environment: environment)
    answer.config = config
    answer.people = roles.map { Answer.Person(role: $0, answer: resolver.resolve($0)) }
    guard depth != .identities else { return }
    answer.expectation = Expectation(config, commandLine: expected)
    judge(&answer, resolver.settings, config)
    guard depth == .full else { return }
    answer.settings = resolver.settings
    let examiner = IncludeExaminer(
      survey: self,
      location: location,
      config: config,
      expectation: answer.expectation
    )
    answer.includes = examiner.findings(resolver.settings)
    answer.remarks = remarks(answer, location, config)
    lookFurther(&answer, resolver, location, config)
  }

  /// The other half: how what is committed is signed, and as whom it is pushed.
  private func lookFurther(
    _ answer: inout Answer,
    _ resolver: IdentityResolver,
    _ location: RepositoryLocation?,
    _ config: ConfigStack
  ) {
    let committer =
      answer.people.first { $0.role == .committer }?.answer ?? resolver.resolve(.committer)
    do throws(ConfigError) {
      answer.signing = try Signing(
        config: config,
        committer: committer,
        environment: environment,
        directory: location?.directory ?? workingDirectory
      )
      if location != nil {
        answer.transport = try Transport(
          config: config,
          environment: environment,
          branch: branch ?? location?.branch
        )
      }
    } catch {
      answer.remarks.append(Remark(error.cause ?? error.message))
    }
    answer.remarks += Pushing(answer, environment).remarks
  }

  private func finding(_ error: ConfigError, _ state: WhoamiState) -> Answer.Finding {
    let asides = [error.cause].compactMap(\.self) + error.hints
    let text =
      asides.isEmpty
      ? error.message : "\(error.message) (\(asides.joined(separator: "; ")))"
    return Answer.Finding(
      state: state,
      remark: Remark(text),
      file: error.file,
      line: error.line
    )
  }

  private func judge(_ answer: inout Answer, _ settings: IdentitySettings, _ config: ConfigStack) {
    let judge = Judge(
      survey: self,
      config: config,
      settings: settings,
      expectation: answer.expectation
    )
    let found = judge.findings(answer.people)
    answer.findings = WhoamiState.allCases.flatMap { state in found.filter { $0.state == state } }
  }

  private func remarks(
    _ answer: Answer,
    _ location: RepositoryLocation?,
    _ config: ConfigStack
  ) -> [Remark] {
    guard let settings = answer.settings else { return [] }
    let winners = SilentWinners(
      survey: self,
      location: location,
      config: config,
      settings: settings
    )
    let place = PlaceText(environment)
    return winners.remarks(answer.people)
      + answer.includes.compactMap { $0.isWorthSaying ? $0.remark(place) : nil }
  }
}
