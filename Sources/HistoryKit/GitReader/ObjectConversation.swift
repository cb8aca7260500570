import ByteKit
import ProcessKit

/// One `git cat-file` that is asked for objects until it is ended.
final class ObjectConversation {
  struct Header {
    let kind: ObjectKind
    /// In bytes.
    let size: Int
  }

  private let process: RunningProcess
  /// No object that is asked for here is larger than what git itself merges (core.bigFileThreshold).
  private static let largest = 512 << 20

  /// `mode`: `--batch` or `--batch-check`.
  init(_ mode: ByteString, _ git: IsolatedGit) throws(GitError) {
    var cat = git.git.subprocess(["cat-file", mode])
    cat.input = .conversation
    cat.errorOutput = .discard
    do throws(ProcessError) {
      process = try cat.start()
    } catch {
      throw GitError(.other(error.code), error.message)
    }
  }

  /// Must be called once, in the end.
  func end() {
    process.closeInput()
    process.signal(15)
    _ = process.wait()
  }

  /// What the object is; nil if it is not there.
  func header(of id: ObjectID) throws(GitError) -> Header? {
    process.write(id.hex + "\n")
    // "<id> <kind> <size>" or "<id> missing"
    guard let line = process.readLine() else { throw Self.unreadable(id) }
    let words = line.split(on: UInt8(ascii: " "))
    if words.count == 2, words[1] == "missing" { return nil }
    guard words.count == 3, let kind = ObjectKind(words[1]), let size = Int(words[2].text) else {
      throw Self.unreadable(id)
    }
    return Header(kind: kind, size: size)
  }

  /// The content, which `--batch` prints after the header.
  func content(_ header: Header, of id: ObjectID) throws(GitError) -> [UInt8] {
    guard header.size <= Self.largest else {
      throw GitError(.malformed, "cannot read '\(id)': it has \(header.size) bytes")
    }
    guard let content = process.read(header.size + 1) else { throw Self.unreadable(id) }
    return Array(content.dropLast())
  }

  private static func unreadable(_ id: ObjectID) -> GitError {
    GitError(.malformed, "cannot read '\(id)': it is damaged")
  }
}

extension ObjectKind {
  /// From git's word for it.
  init?(_ word: ByteString) {
    switch word {
    case "commit": self = .commit
    case "tree": self = .tree
    case "blob": self = .blob
    case "tag": self = .tag
    default: return nil
    }
  }
}
