import ByteKit

/// A file with conflict markers, taken apart into its sides.
enum ConflictMarkers {
  /// The whole file as each side has it; nil if the markers do not pair up.
  ///
  /// Without the base (git's default style) what both sides have in a conflict is taken for it.
  static func sides(
    of lines: [Line]
  ) -> (base: ByteString, ours: ByteString, theirs: ByteString)? {
    enum State { case outside, ours, base, theirs }
    var state = State.outside
    var (base, ours, theirs): ([Line], [Line], [Line]) = ([], [], [])
    var (left, right): ([Line], [Line]) = ([], [])
    var middle: [Line]?
    for line in lines {
      switch state {
      case .outside where line.content.hasPrefix("<<<<<<< "): state = .ours
      case .ours where line.content.hasPrefix("||||||| "): (state, middle) = (.base, [])
      case .ours where line.content == "=======", .base where line.content == "=======":
        state = .theirs
      case .theirs where line.content.hasPrefix(">>>>>>> "):
        ours += left
        theirs += right
        base += middle ?? LineMatches.find(left, right).map { left[$0.0] }
        (state, left, right, middle) = (.outside, [], [], nil)
      case .outside:
        base.append(line)
        ours.append(line)
        theirs.append(line)
      case .ours: left.append(line)
      case .base: middle?.append(line)
      case .theirs: right.append(line)
      }
    }
    guard case .outside = state else { return nil }
    func text(_ lines: [Line]) -> ByteString {
      lines.map { $0.content + $0.terminator }.joined(separator: "")
    }
    return (text(base), text(ours), text(theirs))
  }
}
