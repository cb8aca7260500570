import ByteKit

/// Takes git's own lines out of what a push prints on standard output: the rest is a hook's.
///
/// While the push runs, so that a hook which takes minutes is seen at work.
struct HookWords {
  private let ref: ByteString
  private let openings: Set<ByteString>
  /// Lines that are git's if the block goes on as git's do.
  private var held: [ByteString] = []
  private var isInBlock = false

  /// `urls`: as git prints them.
  init(ref: ByteString, urls: [ByteString]) {
    self.ref = ref
    openings = Set(urls.map { "To \($0)" })
  }

  /// The lines that are known to be a hook's once `line` has come.
  mutating func take(_ line: ByteString) -> [ByteString] {
    if openings.contains(line) {
      defer { held = [line] }
      isInBlock = false
      return held
    }
    if isInBlock {
      guard line == "Done" else {
        held.append(line)
        return []
      }
      held = []
      isInBlock = false
      return []
    }
    if held.isEmpty { return [line] }
    held.append(line)
    isInBlock = PushReport.answer(in: line, on: ref) != nil
    if isInBlock { return [] }
    return finish()
  }

  /// What is still held back when the push has ended: a hook's, unless git's block began so.
  mutating func finish() -> [ByteString] {
    defer { held = [] }
    return isInBlock ? Array(held.dropFirst(2)) : held
  }
}
