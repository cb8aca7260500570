import ByteKit
import HistoryKit

/// Refs that a file system that ignores case cannot tell apart (`core.ignorecase`).
struct CaseTwins {
  private var byFolded: [ByteString: [ByteString]] = [:]

  init(_ survey: Survey, isEnabled: Bool) {
    guard isEnabled else { return }
    for reference in survey.refs.references {
      byFolded[Self.fold(reference.name), default: []].append(reference.name)
    }
    for ref in survey.advertisedRefs {
      byFolded[Self.fold(ref), default: []].append(ref)
    }
  }

  /// Another ref that equals the branch's name or its upstream but for case.
  func twin(of branch: LocalBranch) -> ByteString? {
    for name in [branch.ref, branch.upstream].compactMap(\.self) {
      if let twin = byFolded[Self.fold(name)]?.first(where: { $0 != name }) { return twin }
    }
    return nil
  }

  private static func fold(_ name: ByteString) -> ByteString {
    name.validText.map { ByteString($0.lowercased()) } ?? name.lowercasedASCII
  }
}
