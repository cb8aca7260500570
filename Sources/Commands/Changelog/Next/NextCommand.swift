import ByteKit
package import DiagnosticKit
import ToolKit

/// `git changelog next`.
package enum NextCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let history = try ReleaseHistory(session)
    guard let version = try history.nextVersion(preRelease: options.preRelease) else {
      session.say("nothing calls for a release")
      return .failure
    }
    session.context.print(version.spelling)
    return .success
  }
}
