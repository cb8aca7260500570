import ByteKit

/// Reads `git diff-tree --stdin -p --full-index`; used by the one thread that waits for it.
///
/// Content can look like anything, so lines are told apart by the counts of the hunk headers.
final class PatchReader: DiffReader, @unchecked Sendable {
  private let pairs: [DiffPair]
  private let deliver: (Int, Fingerprint) -> Void
  private var pending: [UInt8] = []
  /// How much of `pending` is known to hold no line end.
  private var searched = 0
  private var isMalformed = false
  private(set) var begunCount = 0
  /// Git reads the files of a pair while it prints.
  let mayBeCutShort = true

  private var patch = Fingerprint.Builder()
  /// The id of the pair that comes next, as it will be printed; nil after the last.
  private var expected: [UInt8]?
  /// The current file's `<old>..<new>` of its index line.
  private var blobs: [UInt8] = []
  private var oldLinesLeft = 0
  private var newLinesLeft = 0

  init(_ pairs: [DiffPair], receive: @escaping (Int, Fingerprint) -> Void) {
    self.pairs = pairs
    deliver = receive
    expected = pairs.first?.new.hex.bytes
  }

  func receive(_ bytes: ArraySlice<UInt8>) {
    if isMalformed { return }
    pending += bytes
    let consumed = pending.withUnsafeBufferPointer { buffer in
      var start = 0
      while let end = buffer[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) {
        read(UnsafeBufferPointer(rebasing: buffer[start..<end]))
        start = end + 1
      }
      return start
    }
    pending.removeFirst(consumed)
    searched = pending.count
  }

  func finish(failed: Bool) -> Bool {
    if begunCount > 0, !failed { deliver(begunCount - 1, patch.finished()) }
    return !isMalformed && pending.isEmpty && oldLinesLeft == 0 && newLinesLeft == 0
  }

  private func read(_ line: UnsafeBufferPointer<UInt8>) {
    if oldLinesLeft > 0 || newLinesLeft > 0 {
      readContent(line)
    } else if let expected, line.elementsEqual(expected) {
      begin()
    } else if line.first == UInt8(ascii: "\\") {
      patch.add(UnsafeRawBufferPointer(line))
    } else {
      readHeader(line)
    }
  }

  /// A line of a hunk, or git's remark that the one before has no line end.
  private func readContent(_ line: UnsafeBufferPointer<UInt8>) {
    switch line.first {
    case UInt8(ascii: " "):
      oldLinesLeft -= 1
      newLinesLeft -= 1
    case UInt8(ascii: "-"): oldLinesLeft -= 1
    case UInt8(ascii: "+"): newLinesLeft -= 1
    case UInt8(ascii: "\\"): break
    default: isMalformed = true
    }
    patch.add(UnsafeRawBufferPointer(line))
  }

  private func readHeader(_ line: UnsafeBufferPointer<UInt8>) {
    if line.starts(with: "@@ ".utf8) {
      // Where the hunk stands in the file, and the heading that git found for it, do not count.
      patch.add(UInt8(ascii: "@"))
      readCounts(line)
    } else if line.starts(with: "index ".utf8) {
      // "index <old>..<new>[ <mode>]"
      let words = line.split(separator: UInt8(ascii: " "))
      blobs = words.count > 1 ? Array(words[1]) : []
      if words.count > 2 {
        patch.add(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: words[2])))
      }
    } else if line.starts(with: "Binary files ".utf8) {
      blobs.withUnsafeBytes { patch.add($0) }
    } else if line.starts(with: "--- ".utf8) || line.starts(with: "+++ ".utf8) {
      return  // The paths stand in the `diff --git` line.
    } else if begunCount > 0 {
      // `diff --git` and the lines about modes.
      patch.add(UnsafeRawBufferPointer(line))
    } else {
      isMalformed = true
    }
  }

  /// The numbers of lines of "@@ -1,2 +3,4 @@ heading"; a count that is left out is 1.
  private func readCounts(_ line: UnsafeBufferPointer<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard words.count > 2 else {
      isMalformed = true
      return
    }
    oldLinesLeft = Self.count(words[1])
    newLinesLeft = Self.count(words[2])
  }

  private static func count(_ range: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard let comma = range.firstIndex(of: UInt8(ascii: ",")) else { return 1 }
    return range[(comma + 1)...].reduce(0) { $0 * 10 + Int($1 & 15) }
  }

  /// The next pair begins.
  private func begin() {
    if begunCount > 0 { deliver(begunCount - 1, patch.finished()) }
    patch = Fingerprint.Builder()
    begunCount += 1
    expected = begunCount < pairs.count ? pairs[begunCount].new.hex.bytes : nil
  }
}
