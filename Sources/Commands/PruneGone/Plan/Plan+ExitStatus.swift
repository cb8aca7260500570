import DiagnosticKit

extension ExitStatus {
  /// A remote could not be checked.
  static let unchecked = Self(rawValue: 2)
  /// A circuit breaker stopped the run.
  static let stopped = Self(rawValue: 3)

  /// The status that several causes give together: 3 before 1 before 2 before 0.
  static func combined(_ causes: some Sequence<ExitStatus>) -> ExitStatus {
    let present = Set(causes)
    let order: [ExitStatus] = [.usage, .fatal, .stopped, .failure, .unchecked]
    return order.first(where: present.contains) ?? .success
  }
}

extension Plan {
  /// Dry runs included: what the run would end with.
  var exitStatus: ExitStatus {
    var causes: [ExitStatus] = []
    if !breakers.isEmpty { causes.append(.stopped) }
    if !missing.isEmpty
      || branches.contains(where: { $0.action == .failed || $0.reason == .moved })
    {
      causes.append(.failure)
    }
    if remotes.contains(where: { $0.failure != nil }) { causes.append(.unchecked) }
    return .combined(causes)
  }
}
