import ByteKit
import ConfigKit

/// An include line, and what there is to say about it.
struct IncludeFinding: Sendable {
  let trace: IncludeTrace
  /// Why the file was not taken, or why what it says does not count; nil if there is nothing to say.
  var reason: String?
  /// A line for the shell that mends it.
  var fix: String?
  /// Whether it concerns this place: a rule that almost matched, a file that is not there.
  var isWorthSaying = false

  init(_ trace: IncludeTrace) { self.trace = trace }

  /// Whether the condition, if there is one, was met.
  var isMet: Bool {
    trace.outcome == .taken || trace.outcome == .fileMissing
  }

  /// In one line for the default answer.
  func remark(_ place: PlaceText) -> Remark? {
    reason.map { reason in
      let path = trace.value.map { " -> \($0)" as ByteString } ?? ""
      let header = PlaceText.header(trace.condition)
      return Remark(reason, about: "\(place.line(trace.origin)) \(header)\(path)", fix: fix)
    }
  }
}
