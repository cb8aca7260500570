import ByteKit

/// A reader of what `git diff-tree --stdin` prints for a list of pairs.
protocol DiffReader: AnyObject, Sendable {
  /// How many pairs it has seen the beginning of.
  var begunCount: Int { get }
  /// Whether a pair that has begun may still miss some of its output when git dies.
  var mayBeCutShort: Bool { get }
  func receive(_ bytes: ArraySlice<UInt8>)
  /// Hands over the last pair; false if the output was not what was asked for.
  func finish(failed: Bool) -> Bool
}

extension IsolatedGit {
  /// Which pairs are told file by file; the others only in summary.
  package enum Detail {
    case none
    case all
    /// Those with these places in the list.
    case some((Int) -> Bool)

    fileprivate func includes(_ index: Int) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .some(let isWanted): isWanted(index)
      }
    }
  }

  /// What each pair changes, in the order of `pairs`.
  ///
  /// Renames are two changes; submodules count by their commit. `receive` gets nil for a pair whose
  /// trees are missing or that the time limit cut off, with the reason.
  package func changes(
    of pairs: [DiffPair],
    withFiles: Detail = .none,
    _ receive: @escaping (Int, Result<(ChangeSummary, [FileChange]), GitError>) -> Void
  ) {
    diff(pairs, ["-r", "--raw", "-z", "--no-abbrev"]) { pairs, offset in
      ChangeReader(
        pairs,
        withFiles: { withFiles.includes($0 + offset) },
        receive: { receive($0 + offset, .success(($1, $2))) }
      )
    } onFailure: {
      receive($0, .failure($1))
    }
  }

  /// What stands for each pair's patch, in the order of `pairs`.
  ///
  /// Equal patches change the same paths with the same modes; binary files from the same blob to
  /// the same blob; text by the same hunks, white space and context included, wherever they stand
  /// in the file.
  package func patches(
    of pairs: [DiffPair],
    _ receive: @escaping (Int, Result<Fingerprint, GitError>) -> Void
  ) {
    let options: [ByteString] = [
      "-r", "-p", "--full-index", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=3",
      "--inter-hunk-context=0", "--diff-algorithm=myers", "--no-indent-heuristic",
      "--submodule=short", "--src-prefix=a/", "--dst-prefix=b/",
    ]
    diff(pairs, options) { pairs, offset in
      PatchReader(pairs) { receive($0 + offset, .success($1)) }
    } onFailure: {
      receive($0, .failure($1))
    }
  }

  /// How often git is started again after it died of one pair; then the rest fails with it.
  private static let restartLimit = 64

  private func diff(
    _ pairs: [DiffPair],
    _ options: [ByteString],
    reader makeReader: ([DiffPair], Int) -> any DiffReader,
    onFailure: (Int, GitError) -> Void
  ) {
    var start = 0
    var restarts = 0
    var isAlone = false
    while start < pairs.count {
      let rest = Array(isAlone ? pairs[start...start] : pairs[start...])
      let reader = makeReader(rest, start)
      var failure: GitError?
      do throws(GitError) {
        let arguments: [ByteString] = [
          "diff-tree", "--stdin", "--root", "--always", "--no-renames",
        ]
        try stream(arguments + options, input: Self.lines(of: rest)) { reader.receive($0) }
      } catch {
        failure = error
      }
      // The last pair's output is dropped if git may have died in the middle of it, and the pair is
      // asked for once more, at last alone: it may be the next one that git died of.
      let isCutShort = failure.map { reader.mayBeCutShort || $0.reason != .missingObject } ?? false
      let isUnderstood = reader.finish(failed: isCutShort)
      let done = max(0, reader.begunCount - (isCutShort ? 1 : 0))
      if failure == nil, !isUnderstood || done < rest.count {
        failure = GitError(.malformed, "cannot parse what diff-tree printed")
      }
      start += done
      let wasAlone = isAlone
      isAlone = false
      guard let failure else {
        if wasAlone { continue }
        return
      }
      restarts += 1
      guard failure.reason == .missingObject, restarts <= Self.restartLimit else {
        for index in start..<pairs.count { onFailure(index, failure) }
        return
      }
      let isFirstInDoubt = reader.mayBeCutShort && reader.begunCount > 0
      if isFirstInDoubt, !wasAlone {
        isAlone = done == 0
      } else if start < pairs.count {
        onFailure(start, failure)
        start += 1
      }
    }
  }

  /// The pairs as diff-tree reads them: a commit, and the parent to compare it with.
  private static func lines(of pairs: [DiffPair]) -> ByteString {
    var text: [UInt8] = []
    text.reserveCapacity(pairs.count * 82)
    for pair in pairs {
      pair.new.appendHex(to: &text)
      if let old = pair.old {
        text.append(UInt8(ascii: " "))
        old.appendHex(to: &text)
      }
      text.append(UInt8(ascii: "\n"))
    }
    return ByteString(text)
  }
}
