import ByteKit

extension Version {
  /// The next version after this final one for a change of `level`.
  ///
  /// While the major version is zero anything may change, so what breaks raises the minor version
  /// and nothing leads to 1.0.0 by itself, unless `majorOnZero` asks for it.
  package func bumped(by level: BumpLevel, majorOnZero: Bool = false) -> Version {
    switch level {
    case .major where major > 0 || majorOnZero: Version(major &+ 1, 0, 0)
    case .major, .minor: Version(major, minor &+ 1, 0)
    case .patch: Version(major, minor, patch &+ 1)
    }
  }

  /// The version that follows `tags` for commits of `level`, or nil if nothing calls for one.
  ///
  /// A pre-release is no base: the level is that of all commits since the last *final* version, and
  /// a pre-release of a higher core raises the result to that core.
  ///
  /// `reachable` are the versions that HEAD holds, `taken` those that any tag names and that are
  /// never proposed again; `level` is the highest of the commits since the last final version,
  /// `hasNews` whether one calls for a release since the newest version, and `preRelease` what is
  /// asked for (`rc`, `beta.2`).
  package static func next(
    after reachable: [Version],
    taken: [Version],
    level: BumpLevel?,
    hasNews: Bool,
    preRelease: [Identifier]? = nil,
    majorOnZero: Bool = false
  ) -> Version? {
    let base = reachable.filter { !$0.isPrerelease }.max()
    let pending = reachable.filter { pre in
      pre.isPrerelease && base.map { $0 < pre } ?? true
    }.map(\.core).max()
    guard level != nil || pending != nil else { return nil }
    if preRelease != nil, !hasNews { return nil }
    var core: Version
    switch (base, level) {
    case (let base?, let level?): core = base.bumped(by: level, majorOnZero: majorOnZero)
    case (nil, _?): core = Version(0, 1, 0)
    case (_, nil): core = pending ?? Version(0, 1, 0)
    }
    if let pending, pending > core { core = pending }
    while taken.contains(core) { core = core.raisedInPlace }
    guard let preRelease else { return core }
    return core.preRelease(preRelease, taken: taken)
  }

  /// The next version of the same kind: the component that is not followed by zeros only.
  private var raisedInPlace: Version {
    if patch > 0 { return bumped(by: .patch) }
    return minor > 0 ? bumped(by: .minor) : bumped(by: .major, majorOnZero: true)
  }

  /// This core with `identifiers`, numbered after those taken unless they end with a number.
  func preRelease(_ identifiers: [Identifier], taken: [Version]) -> Version {
    var version = self
    version.prerelease = identifiers
    if case .number = identifiers.last { return version }
    let numbers = taken.compactMap { other -> UInt64? in
      guard other.core == self, other.prerelease.dropLast() == identifiers[...],
        case .number(let number) = other.prerelease.last
      else { return nil }
      return number
    }
    version.prerelease.append(.number((numbers.max() ?? 0) &+ 1))
    return version
  }
}
