import ByteKit

/// Reads `git diff-tree --stdin --raw -z`; used by the one thread that waits for it.
///
/// A record is a commit's id, or `:<mode> <mode> <id> <id> <status>` and a path, each ended by NUL.
final class ChangeReader: DiffReader, @unchecked Sendable {
  private let pairs: [DiffPair]
  private let withFiles: (Int) -> Bool
  private let deliver: (Int, ChangeSummary, [FileChange]) -> Void
  private var pending: [UInt8] = []
  private var isMalformed = false
  private(set) var begunCount = 0
  /// Git compares the trees of a pair before it prints anything of it.
  let mayBeCutShort = false

  private var paths = Fingerprint.Builder()
  private var blobs = Fingerprint.Builder()
  private var opposite = Fingerprint.Builder()
  private var oppositePaths = Fingerprint.Builder()
  private var fileCount = 0
  private var files: [FileChange] = []
  private var wantsFiles = false

  init(
    _ pairs: [DiffPair],
    withFiles: @escaping (Int) -> Bool,
    receive: @escaping (Int, ChangeSummary, [FileChange]) -> Void
  ) {
    self.pairs = pairs
    self.withFiles = withFiles
    deliver = receive
  }

  func receive(_ bytes: ArraySlice<UInt8>) {
    if isMalformed { return }
    pending += bytes
    let consumed = pending.withUnsafeBufferPointer { buffer in
      var start = 0
      while !isMalformed, let end = readRecord(buffer, from: start) { start = end }
      return start
    }
    pending.removeFirst(consumed)
  }

  func finish(failed: Bool) -> Bool {
    if begunCount > 0, !failed { deliverCurrent() }
    return !isMalformed && pending.isEmpty
  }

  /// Reads the record at `start`; gives where the next one begins, nil if it is not all there.
  private func readRecord(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < buffer.count else { return nil }
    if buffer[start] != UInt8(ascii: ":") {
      guard let end = buffer[start...].firstIndex(of: 0) else { return nil }
      begin(buffer[start..<end])
      return end + 1
    }
    // ":100644 100644 <id> <id> M\0path\0"
    let digits = (pairs.first?.new.byteCount ?? 20) * 2
    let ids = start + 15
    let path = ids + 2 * (digits + 1) + 2
    guard path < buffer.count, let end = buffer[path...].firstIndex(of: 0) else { return nil }
    guard buffer[path - 1] == 0, begunCount > 0 else {
      isMalformed = true
      return nil
    }
    let (oldMode, newMode) = (start + 1..<start + 7, start + 8..<start + 14)
    let (oldID, newID) = (ids..<ids + digits, ids + digits + 1..<ids + 2 * digits + 1)
    fileCount += 1
    for part in [path..<end, oldMode, newMode] { paths.add(Self.raw(buffer, part)) }
    for part in [path..<end, oldMode, newMode, oldID, newID] { blobs.add(Self.raw(buffer, part)) }
    for part in [path..<end, newMode, oldMode, newID, oldID] {
      opposite.add(Self.raw(buffer, part))
    }
    for part in [path..<end, newMode, oldMode] { oppositePaths.add(Self.raw(buffer, part)) }
    if wantsFiles {
      guard let old = ObjectID(hex: buffer[oldID]), let new = ObjectID(hex: buffer[newID]) else {
        isMalformed = true
        return nil
      }
      files.append(
        FileChange(
          path: ByteString(buffer[path..<end]),
          oldMode: Self.octal(buffer[oldMode]),
          newMode: Self.octal(buffer[newMode]),
          oldID: old,
          newID: new
        )
      )
    }
    return end + 1
  }

  private static func raw(
    _ buffer: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[range]))
  }

  private static func octal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    digits.reduce(0) { $0 << 3 | UInt32($1 & 7) }
  }

  /// The next pair begins, if it is the one that was asked for.
  private func begin(_ hex: Slice<UnsafeBufferPointer<UInt8>>) {
    guard begunCount < pairs.count, ObjectID(hex: hex) == pairs[begunCount].new else {
      isMalformed = true
      return
    }
    if begunCount > 0 { deliverCurrent() }
    paths = Fingerprint.Builder()
    blobs = Fingerprint.Builder()
    opposite = Fingerprint.Builder()
    oppositePaths = Fingerprint.Builder()
    fileCount = 0
    files = []
    wantsFiles = withFiles(begunCount)
    begunCount += 1
  }

  private func deliverCurrent() {
    let summary = ChangeSummary(
      paths: paths.finished(),
      blobs: blobs.finished(),
      opposite: opposite.finished(),
      oppositePaths: oppositePaths.finished(),
      fileCount: fileCount
    )
    deliver(begunCount - 1, summary, files)
  }
}
