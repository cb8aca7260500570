/// The difference of two texts in the form of `diff -u`.
package enum UnifiedDiff {
  private enum Row {
    case same(Line)
    case removed(Line)
    case added(Line)

    var isChange: Bool { if case .same = self { false } else { true } }
  }

  /// The diff with three lines of context, under `name`; empty if nothing differs.
  ///
  /// A nil `old` is a file that was not there, a nil `new` one that goes.
  package static func text(name: ByteString, old: ByteString?, new: ByteString?) -> ByteString {
    guard old != new else { return "" }
    let rows = rows(
      Line.split((old ?? "").bytes[...]),
      Line.split((new ?? "").bytes[...])
    )
    var text: ByteString = old == nil ? "--- /dev/null\n" : "--- a/" + name + "\n"
    text += new == nil ? "+++ /dev/null\n" : "+++ b/" + name + "\n"
    var (oldLine, newLine) = (1, 1)
    var index = 0
    while index < rows.count {
      guard let change = rows[index...].firstIndex(where: \.isChange) else { break }
      let start = max(index, change - 3)
      oldLine += start - index
      newLine += start - index
      var end = change
      while let next = rows[end...].firstIndex(where: \.isChange), next - end <= 6 {
        end = next + 1
      }
      end = min(rows.count, end + 3)
      text += hunk(rows[start..<end], oldLine: &oldLine, newLine: &newLine)
      index = end
    }
    return text
  }

  private static func rows(_ old: [Line], _ new: [Line]) -> [Row] {
    var rows: [Row] = []
    var (oldStart, newStart) = (0, 0)
    func step(_ oldEnd: Int, _ newEnd: Int) {
      rows += old[oldStart..<oldEnd].map { .removed($0) }
      rows += new[newStart..<newEnd].map { .added($0) }
    }
    for (oldIndex, newIndex) in LineMatches.find(old, new) {
      step(oldIndex, newIndex)
      rows.append(.same(old[oldIndex]))
      (oldStart, newStart) = (oldIndex + 1, newIndex + 1)
    }
    step(old.count, new.count)
    return rows
  }

  private static func hunk(
    _ rows: ArraySlice<Row>,
    oldLine: inout Int,
    newLine: inout Int
  ) -> ByteString {
    let oldCount = rows.count { if case .added = $0 { false } else { true } }
    let newCount = rows.count { if case .removed = $0 { false } else { true } }
    func range(_ start: Int, _ count: Int) -> ByteString {
      count == 1 ? "\(start)" : "\(count == 0 ? start - 1 : start),\(count)"
    }
    var text: ByteString = "@@ -\(range(oldLine, oldCount)) +\(range(newLine, newCount)) @@\n"
    for row in rows {
      let (mark, line): (ByteString, Line) =
        switch row {
        case .same(let line): (" ", line)
        case .removed(let line): ("-", line)
        case .added(let line): ("+", line)
        }
      text += mark + line.content + line.terminator
      if line.terminator.isEmpty { text += "\n\\ No newline at end of file\n" }
    }
    oldLine += oldCount
    newLine += newCount
    return text
  }
}
