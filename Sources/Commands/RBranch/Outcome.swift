import ByteKit
import ToolKit

/// How a run ended: what the report shows.
struct Outcome {
  let plan: Plan
  /// HEAD is on the branch because of this run.
  var switched = false
  /// The remote has the branch because of this run.
  var pushed = false
  /// As users name it; nil when none is set.
  var upstream: ByteString?
  var rolledBack = false
  /// Where a request to merge the branch can be opened, now that the server has it.
  var pullRequest: PullRequest?
  /// What people should read: warnings, the server's answer, what was taken back, what is left.
  var messages: [String] = []
  var failure: ToolError?
  /// The signal that ended the run: the process ends by it once all is said.
  var signal: Int32?
}
