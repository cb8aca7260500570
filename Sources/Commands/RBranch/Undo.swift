import ByteKit
import ConfigKit
import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Takes back what a run wrote: whatever is still as the run left it, and nothing else.
struct Undo {
  let plan: Plan
  let location: RepositoryLocation
  let context: Context
  var creation = Creation.done
  private var configuration = ByteString()
  private var reflog: ByteString?

  init(plan: Plan, location: RepositoryLocation, context: Context) {
    self.plan = plan
    self.location = location
    self.context = context
  }

  /// How far git came with the branch.
  enum Creation {
    case done
    /// Git made no branch: one that is there now is another's. Files may be at the start point.
    case refused
    /// Git was stopped anywhere on its way.
    case interrupted
  }

  /// Something that could not be taken back, and the commands that finish or undo it.
  struct Remainder {
    var text: String
    var hints: [String]
    var isHead = false
    var isRemote = false
  }

  var query: ReferenceQuery { ReferenceQuery(git: git) }

  /// Git beyond the terminal's reach: a second Ctrl-C does not stop the clean-up half way.
  var git: GitProcess {
    var git = context.git
    git.isShielded = true
    return git
  }

  private var configPath: ByteString { location.commonDirectory.appendingPath("config") }
  private var reflogPath: ByteString { location.gitDirectory.appendingPath("logs/HEAD") }

  /// Deletes our commit on the server and nothing else, to be typed.
  func deletionCommand(on target: PushTarget) -> String {
    // A password is not for showing; by the remote's name git knows it.
    let isPlain = plan.remote.targets.count > 1 && target.shown == target.url
    let words: [ByteString] = [
      "git", "push", "--force-with-lease=\(plan.ref):\(plan.oid)",
      isPlain ? target.address : plan.remote.name, ":\(plan.ref)",
    ]
    return words.map(\.shellQuoted.text).joined(separator: " ")
  }

  // MARK: Before

  /// Remembers configuration and reflog as they are; called before the first write.
  mutating func recordState() throws {
    configuration = try FileSystem.readIfPresent(configPath) ?? ""
    reflog = try FileSystem.readIfPresent(reflogPath)
  }

  /// Removes the keys that an earlier branch of the name left behind.
  func clearLeftovers() throws {
    _ = try ConfigEditor.apply(to: configPath, timeout: lockTimeout) { editor in
      editor.removeSections("branch") { $0 == plan.branch }
    }
  }

  /// Sets the upstream where git found the configuration locked; false if it still is.
  func writeUpstream() -> Bool {
    let edited = try? ConfigEditor.apply(to: configPath, timeout: lockTimeout) { editor in
      for (name, value) in upstreamKeys { editor.set(key(name), to: value) }
    }
    return edited != nil
  }

  /// The full name of the ref that HEAD points to; nil when detached.
  func headReference() throws -> ByteString? {
    location.headReference
  }

  // MARK: After

  /// Takes everything back, or with `keepingBranch` all but the new branch; what is left is
  /// returned.
  func run(_ servers: [ServerState], keepingBranch: Bool) -> [Remainder] {
    var left = undoRemotes(servers)
    if plan.creates, !keepingBranch {
      do {
        if let remainder = try undoBranch() { return left + [remainder] }
      } catch {
        return left + [branchRemainder("could not be taken back: \(describe(error))")]
      }
    }
    if let remainder = restoreConfiguration(puttingBackLeftovers: !keepingBranch) {
      left.append(remainder)
    }
    return left
  }

  func describe(_ error: any Error) -> String {
    (error as? any Diagnostic)?.message ?? "\(error)"
  }

  // MARK: Remote

  private func undoRemotes(_ servers: [ServerState]) -> [Remainder] {
    defer { restoreTrackingRef() }
    return zip(plan.remote.targets, servers).compactMap { undoRemote($0, $1) }
  }

  private func undoRemote(_ target: PushTarget, _ state: ServerState) -> Remainder? {
    if state == .untouched { return nil }
    let place = plan.quoted(target)
    let command = deletionCommand(on: target)
    func remainder(_ text: String) -> Remainder {
      Remainder(text: text, hints: ["to delete it there: \(command)"], isRemote: true)
    }
    guard let found = ask(target, patiently: state == .unknown) else {
      // Whoever could not be reached before was most likely not reached by the push either.
      if state == .unlikely { return nil }
      return remainder("\(place) may have the branch '\(plan.branch.text)'; it could not be asked")
    }
    guard found[plan.ref] == plan.oid else {
      if state == .unknown {
        context.note(
          "if \(place) was still at work and has '\(plan.branch.text)' later on, delete it with: "
            + command
        )
      }
      return nil
    }
    // Without an answer of git's it may have been there before, as the remote-tracking ref says.
    guard state == .created || plan.trackingOID != plan.oid else {
      return remainder(
        "\(place) has the branch '\(plan.branch.text)' at \(plan.oid.text.prefix(12)), perhaps since "
          + "before"
      )
    }
    // The lease makes this a deletion of our own commit only.
    let deleted = try? context.networkGit([
      "push", "--porcelain", "--no-verify", "--force-with-lease=\(plan.ref):\(plan.oid)", "--",
      target.address, ":\(plan.ref)",
    ]).run()
    // Git also fails when only the remote-tracking ref could not be written.
    let isDeleted =
      deleted?.succeeded == true
      || ask(target, patiently: false).map { $0[plan.ref] != plan.oid } ?? false
    return isDeleted
      ? nil
      : remainder("\(place) has the branch '\(plan.branch.text)' at \(plan.oid.text.prefix(12))")
  }

  /// What the server has; nil if it cannot be asked.
  ///
  /// A server whose client went away still finishes its hooks and may create the branch then, so
  /// after an interruption it is asked for a while, unless we are interrupted again.
  private func ask(_ target: PushTarget, patiently isPatient: Bool) -> [ByteString: ByteString]? {
    let check = ServerCheck(plan: plan, context: context)
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(4)
    while true {
      let found = try? check.branches(at: target)
      if !isPatient || found?[plan.ref] != nil || clock.now >= deadline { return found }
      if SignalTrap.pending != nil { return found }
      usleep(300_000)
    }
  }

  /// Puts the remote-tracking ref back, which git moves also when the branch was there already.
  private func restoreTrackingRef() {
    guard let ref = plan.trackingRef, let now = try? query.reference(ref)?.oid ?? "",
      now != plan.trackingOID ?? "", now.isEmpty || now == plan.oid
    else { return }
    if let before = plan.trackingOID {
      _ = try? git.run(["update-ref", "--no-deref", ref, before])
    } else {
      _ = try? git.run(["update-ref", "--no-deref", "-d", ref, plan.oid])
    }
  }

  // MARK: Branch

  private func undoBranch() throws -> Remainder? {
    guard let branch = try query.reference(plan.ref) else {
      return restoreFiles() ?? dropReflogEntries()
    }
    if creation == .refused, !hasFailedAtHead {
      return restoreFiles()
        ?? branchRemainder("exists now, perhaps made by another process, and was left")
    }
    guard branch.oid == plan.oid else {
      return branchRemainder("has moved on to \(branch.oid.text.prefix(12)) and was left")
    }
    if try headReference() == plan.ref, let remainder = try moveBack() { return remainder }
    if let worktree = try query.reference(plan.ref)?.worktree {
      return branchRemainder("is checked out in '\(worktree.text)' and was left")
    }
    let deleted = try git.run(["update-ref", "--no-deref", "-d", plan.ref, plan.oid])
    guard deleted.succeeded else {
      return branchRemainder("could not be deleted: \(deleted.errorOutput.trimmed.text)")
    }
    return restoreFiles() ?? dropReflogEntries()
  }

  /// Puts HEAD back where it was, and its reflog.
  private func moveBack() throws -> Remainder? {
    let result: ProcessResult
    if let ref = plan.head.ref, plan.oid == plan.head.oid {
      result = try git.run(["symbolic-ref", "HEAD", ref])
    } else {
      // `--quiet` also keeps git from explaining what a detached HEAD is.
      let target: [ByteString] =
        plan.head.branch.map { ["--no-guess", $0] } ?? ["--detach", plan.head.oid]
      result = try git.run(["switch", "--quiet"] + target)
    }
    // A post-checkout hook decides over git's status, and may have gone elsewhere.
    guard try isHeadBack || (result.succeeded && headReference() != plan.ref) else {
      return Remainder(
        text: "HEAD is still on '\(plan.branch.text)': \(result.errorOutput.trimmed.text)",
        hints: ["to undo it: git switch \(back) && git branch -D \(plan.branch.shellQuoted.text)"],
        isHead: true
      )
    }
    return nil
  }

  /// HEAD names what it named before.
  var isHeadBack: Bool { location.headTarget == plan.head.ref }

  /// Removes our own entries from HEAD's reflog, if they are the newest, so that `git switch -`
  /// works as before.
  ///
  /// Under git's own two locks, but not by `git reflog delete`, which writes the other entries anew
  /// and adds a tab to those without a message.
  private func dropReflogEntries() -> Remainder? {
    do {
      try tryToDropReflogEntries()
      return nil
    } catch {
      return Remainder(
        text: "the reflog of HEAD has entries of '\(plan.branch.text)': \(describe(error))",
        hints: ["to see them: git reflog"]
      )
    }
  }

  private func tryToDropReflogEntries() throws {
    let (now, added) = try readReflog()
    guard isHeadBack, let last = added.last else { return }
    let areOurs = added.allSatisfy { line in
      // `git symbolic-ref` writes an entry without a message.
      guard let message = line.splitOnce(on: UInt8(ascii: "\t"))?.tail else {
        return line.hasPrefix("\(plan.oid) \(plan.oid) ")
      }
      return message.hasPrefix("checkout: moving from ")
        && (message.hasSuffix(" to \(plan.branch)")
          || message.hasPrefix("checkout: moving from \(plan.branch) to "))
    }
    // A hook may have gone back before us, but not elsewhere.
    let isAtHead = last.split(on: UInt8(ascii: " ")).dropFirst().first == plan.head.oid
    guard areOurs, isAtHead || hasFailedAtHead else { return }
    let head = try LockFile(
      locking: location.gitDirectory.appendingPath("HEAD"),
      timeout: lockTimeout
    )
    let log = try LockFile(locking: reflogPath, timeout: lockTimeout)
    guard try FileSystem.read(reflogPath) == now else { return }
    if let reflog {
      try log.write(reflog)
      try log.commit()
    } else {
      try FileSystem.remove(reflogPath)
    }
    _ = consume head
  }

  /// The reflog of HEAD, and the entries that it has more than before.
  private func readReflog() throws -> (content: ByteString, added: [ByteString]) {
    let content = try FileSystem.readIfPresent(reflogPath) ?? ""
    return (content, content.dropping(prefix: reflog ?? "")?.lines ?? [])
  }

  /// Git made the branch and noted the switch, but could not write HEAD, as on a full disk.
  private var hasFailedAtHead: Bool {
    isHeadBack && (try? readReflog())?.added.last?.hasSuffix(" to \(plan.branch)") == true
  }

  private func branchRemainder(_ what: String) -> Remainder {
    let name = plan.branch.shellQuoted.text
    let isHere = (try? headReference()) == plan.ref
    let deletion = "\(isHere ? "git switch \(back) && " : "")git branch -D \(name)"
    return Remainder(
      text: "the local branch '\(plan.branch.text)' \(what)",
      hints: ["to publish it: git rbranch --publish \(name)", "to delete it: \(deletion)"]
    )
  }

  /// What `git switch` takes to go where HEAD was.
  private var back: String {
    plan.head.branch?.shellQuoted.text ?? "--detach \(plan.head.oid.text)"
  }

  // MARK: Configuration

  /// Removes exactly what we wrote to `branch.<name>.*` and puts back what we cleared or replaced.
  ///
  /// If nobody else wrote meanwhile, the file is byte for byte what it was.
  private func restoreConfiguration(puttingBackLeftovers: Bool) -> Remainder? {
    do {
      guard try FileSystem.readIfPresent(configPath) ?? "" != configuration else { return nil }
      let before = try ConfigEditor(configuration)
      _ = try ConfigEditor.apply(to: configPath, timeout: lockTimeout) { editor in
        // What is there after git made no branch is another's.
        if creation != .refused {
          for (name, value) in upstreamKeys + [("rebase", "true")]
          where editor.values(of: key(name)) == [value] {
            editor.unset(key(name))
          }
        }
        if puttingBackLeftovers { putBack(before, into: &editor) }
      }
      return nil
    } catch {
      return Remainder(
        text: "the configuration of '\(plan.branch.text)' could not be restored: "
          + describe(error),
        hints: [
          "to remove it: git config --remove-section "
            + ("branch.\(plan.branch)" as ByteString).shellQuoted.text
        ]
      )
    }
  }

  /// Puts the branch's own sections back as they were before the run.
  private func putBack(_ before: ConfigEditor, into editor: inout ConfigEditor) {
    var cleared = before
    let sections = cleared.removeSections("branch") { $0 == plan.branch }
    guard !sections.isEmpty else { return }
    var rest = editor
    rest.removeSections("branch") { $0 == plan.branch }
    if rest.content == cleared.content {
      editor = before
    } else if plan.creates {
      for section in sections { editor.append(text: section.text) }
    } else {
      for (name, _) in upstreamKeys {
        if case .some(.some(let value)) = before.values(of: key(name)).last {
          editor.set(key(name), to: value)
        }
      }
    }
  }

  private var lockTimeout: Duration { .seconds(2) }

  private func key(_ name: ByteString) -> ConfigKey {
    ConfigKey(section: "branch", subsection: plan.branch, name: name)
  }

  /// What `git push --set-upstream` writes.
  private var upstreamKeys: [(name: ByteString, value: ByteString)] {
    [("remote", plan.remote.name), ("merge", plan.ref)]
  }
}
