import ByteKit
import ConfigKit
package import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// `git changelog commit`: `git commit`, with the commit's own entry inside.
package enum CommitCommand {
  package static func run(
    _ options: ChangelogOptions,
    in session: Session
  ) throws -> ExitStatus {
    let arguments = CommitArguments(options.commitArguments)
    guard session.location.workTree != nil, !arguments.isPassedThrough,
      try !concludesMerge(arguments, in: session)
    else { return try passThrough(options.commitArguments, in: session) }
    let scratch = try CommitScratch(in: session.location.gitDirectory)
    defer { scratch.remove() }
    SignalTrap.install()
    defer { SignalTrap.remove() }
    var commit = EntryCommit(session: session, scratch: scratch, arguments: arguments)
    let status = try commit.run()
    if let signal = commit.signal ?? SignalTrap.pending {
      scratch.remove()
      SignalTrap.raise(signal)
    }
    return status
  }

  /// A merge is committed, or one is amended: neither has an entry of its own.
  private static func concludesMerge(
    _ arguments: CommitArguments,
    in session: Session
  ) throws -> Bool {
    if FileSystem.exists(session.location.gitDirectory.appendingPath("MERGE_HEAD")) { return true }
    guard arguments.has("amend") else { return false }
    return try session.git.run(["rev-parse", "--quiet", "--verify", "HEAD^2"]).succeeded
  }

  static func passThrough(_ arguments: [ByteString], in session: Session) throws -> ExitStatus {
    if session.options.isDryRun { return .success }
    let result = try session.git.run(
      ["commit"] + arguments,
      input: .inherit,
      output: .inherit,
      errorOutput: .inherit,
      keepingLocale: true
    )
    return ExitStatus(rawValue: result.shellStatus)
  }
}

/// One commit with its entry.
private struct EntryCommit {
  let session: Session
  let scratch: CommitScratch
  var arguments: CommitArguments
  private var isInputConsumed = false
  private var indexBackup: ByteString?
  /// What ended the commit, to end this process too once all is put right.
  private(set) var signal: Int32?

  init(session: Session, scratch: CommitScratch, arguments: CommitArguments) {
    self.session = session
    self.scratch = scratch
    self.arguments = arguments
  }

  mutating func run() throws -> ExitStatus {
    let file = try session.changelogFile()
    let path = try session.trackedPath(file)
    try requirePlace(in: file)
    try buffer()
    if arguments.isInteractive, try !chooseHunks() { return .failure }
    let head = session.head?.commit
    do {
      let status = try commit(to: file, path: path, head: head)
      if status != .success || session.options.isDryRun {
        try restoreIndex(unless: head)
      }
      return status
    } catch {
      try restoreIndex(unless: head)
      throw error
    }
  }

  private mutating func commit(
    to file: ChangelogFile,
    path: ByteString,
    head: ByteString?
  ) throws -> ExitStatus {
    let pass = MessagePass(session: session, scratch: scratch, isInputConsumed: isInputConsumed)
    let message: ByteString
    let template: ByteString
    switch try pass.run(arguments) {
    case .ended(let status): return status
    case .message(let text, let given): (message, template) = (text, given)
    }
    let cleaned = try cleanup(template: template).clean(message).decodedMessage
    let edit = try self.edit(for: cleaned, head: head, file: file)
    if session.options.isDryRun { return try show(edit, file: file) }
    var placement = edit.map {
      EntryPlacement(
        $0,
        to: file,
        path: path,
        target: takesFile ? .file : .index,
        session: session
      )
    }
    try placement?.place()
    var second = arguments
    if placement?.isPlaced == true, arguments.commitsPaths { try name(path, in: &second) }
    let status: ExitStatus
    do {
      status = try CommitPass(
        session: session,
        scratch: scratch,
        message: message,
        isInputConsumed: isInputConsumed
      ).run(second)
    } catch {
      try placement?.undo()
      throw error
    }
    signal = SignalTrap.pending
    let made = try undisturbed { try currentHead() }
    guard let made, made != head else {
      try undisturbed { try placement?.undo() }
      return status
    }
    if let entry = edit?.entry { try finish(entry, commit: made, file: file, path: path) }
    return status
  }

  /// Says before the message is written, rather than after, that the file takes no entry.
  private func requirePlace(in file: ChangelogFile) throws {
    guard let content = try file.read() else { return }
    var document = Document(parsing: content)
    guard !document.hasConflictMarkers else { throw ChangelogFileError.conflicted(file.path) }
    try document.createUnreleased()
  }

  /// Does work that must be done although signals come: an interrupt reaches us more than once, from
  /// the terminal and from git above us, and each ends the git that we run at that moment.
  private func undisturbed<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 0..<5 {
      SignalTrap.clear()
      let result = Swift.Result { try body() }
      if SignalTrap.pending == nil { return try result.get() }
    }
    return try body()
  }

  // MARK: Arguments

  private var takesFile: Bool { arguments.has("all") || arguments.commitsPaths }

  /// What can be read only once is read now: both passes need it.
  private mutating func buffer() throws {
    for name: ByteString in ["file", "template", "pathspec-from-file"] {
      guard let value = arguments.value(name) else { continue }
      let content: ByteString
      if value == "-" {
        guard name != "template" else { continue }
        content = try FileSystem.readStandardInput()
        isInputConsumed = true
      } else {
        let path = value.absolutePath(in: session.context.workingDirectory)
        guard let kind = try? FileSystem.status(of: path)?.kind, kind == .other else { continue }
        content = try FileSystem.read(path)
      }
      arguments.setValue(name, to: try scratch.write(content, to: "given-" + name))
    }
  }

  /// Adds the changelog to the paths that are committed.
  private func name(_ path: ByteString, in arguments: inout CommitArguments) throws {
    guard let list = arguments.value("pathspec-from-file") else {
      arguments.appendPath(literal(path))
      return
    }
    let old = try FileSystem.read(list.absolutePath(in: session.context.workingDirectory))
    let end: ByteString = arguments.has("pathspec-file-nul") ? "\0" : "\n"
    let gap: ByteString = old.isEmpty || old.hasSuffix(end) ? "" : end
    arguments.setValue(
      "pathspec-from-file",
      to: try scratch.write(old + gap + literal(path) + end, to: "pathspecs")
    )
  }

  /// The path as a pathspec from wherever the user stands.
  private func literal(_ path: ByteString) -> ByteString {
    let isLiteral = ["1", "true", "yes", "on"].contains(
      session.context.environment["GIT_LITERAL_PATHSPECS"]?.lowercasedASCII ?? ""
    )
    guard isLiteral, let workTree = session.location.workTree else {
      return ":(top,literal)" + path
    }
    let below = session.context.workingDirectory.dropping(prefix: workTree) ?? ""
    let levels = below.split(on: UInt8(ascii: "/")).filter { !$0.isEmpty }.count
    return ByteString(Array(repeating: "../", count: levels).joined()) + path
  }

  /// `-p` and `--interactive`: `git add` does it once, before both passes.
  private mutating func chooseHunks() throws -> Bool {
    indexBackup = try FileSystem.readIfPresent(indexPath())
    let option: ByteString = arguments.has("patch") ? "--patch" : "--interactive"
    let paths = arguments.paths
    let result = try session.git.run(
      ["add", option] + (paths.isEmpty ? [] : ["--"] + paths),
      input: .inherit,
      output: .inherit,
      errorOutput: .inherit,
      keepingLocale: true
    )
    arguments.remove(["patch", "interactive"])
    arguments.removePaths()
    guard result.succeeded else {
      try restoreIndex(unless: nil)
      return false
    }
    return true
  }

  private func indexPath() throws -> ByteString {
    let path = try session.git.output(["rev-parse", "--git-path", "index"])
    return (path.dropping(suffix: "\n") ?? path)
      .absolutePath(in: session.context.workingDirectory)
  }

  /// Without a commit, what `-p` chose is not staged afterwards either, as with git.
  private mutating func restoreIndex(unless head: ByteString?) throws {
    guard let backup = indexBackup else { return }
    let now = try undisturbed { try currentHead() }
    guard now == head || head == nil else { return }
    indexBackup = nil
    let lock = try LockFile(locking: indexPath())
    try lock.write(backup)
    try lock.commit()
  }

  private func currentHead() throws -> ByteString? {
    let result = try session.git.run(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"])
    return result.succeeded ? result.output.trimmed : nil
  }

  // MARK: Message and entry

  private func cleanup(template: ByteString) throws -> MessageCleanup {
    let configured = try arguments.value("cleanup") ?? session.config.string("commit.cleanup")
    let verbose: Bool
    if let flag = arguments.flag("verbose") {
      verbose = flag
    } else {
      let value = try session.config.string("commit.verbose")
      verbose = value.map { (Int($0.text) ?? 0) > 0 || $0.isTrue } ?? false
    }
    var mark = try session.config.string("core.commentChar") ?? "#"
    if mark.lowercasedASCII == "auto" {
      // Git chose one that begins no line; what it wrote itself comes last.
      let last = template.lines.last { !$0.trimmed.isEmpty }
      mark = last.map { ByteString($0.bytes.prefix(1)) } ?? "#"
    }
    return MessageCleanup(
      mode: MessageCleanup.mode(named: configured, opensEditor: arguments.opensEditor),
      isVerbose: verbose,
      commentMark: mark
    )
  }

  /// What the commit does to the changelog; nil: nothing.
  private func edit(
    for message: ByteString,
    head: ByteString?,
    file: ChangelogFile
  ) throws -> EntryEdit? {
    let subject = message.lines.first ?? ""
    let isForAnother = ["fixup! ", "squash! ", "amend! "].contains {
      subject.hasPrefix(ByteString($0))
    }
    guard !message.trimmed.isEmpty, !isForAnother else { return nil }
    let document = try file.read().map { Document(parsing: $0) }
    let maker = session.entryMaker(for: document)
    let entry = maker.entry(for: message, always: true)
    guard arguments.has("amend"), let head else { return entry.map { EntryEdit(entry: $0) } }
    switch try session.ownEntry(of: head, in: file, maker: maker) {
    case .found(let text): return EntryEdit(entry: entry, replaced: text)
    case .none:
      // An entry of the commit that is gone was taken out by hand.
      let wasWritten = try session.seen(in: file).records().contains { $0.commit == head }
      return wasWritten ? nil : entry.map { EntryEdit(entry: $0) }
    case .unclear:
      session.context.warn(
        "the commit added several entries and none is its message's: the changelog is left as it is"
      )
      return nil
    }
  }

  private func show(_ edit: EntryEdit?, file: ChangelogFile) throws -> ExitStatus {
    guard let edit else { return .success }
    _ = try session.revise(file) { document in
      EditPlan(revised: try edit.applied(to: document ?? session.newDocument()))
    }
    return .success
  }

  // MARK: Afterwards

  /// Remembers the entry, and mends it if a hook changed the message on the way.
  private func finish(
    _ entry: Entry,
    commit: ByteString,
    file: ChangelogFile,
    path: ByteString
  ) throws {
    var commit = commit
    var final = entry
    let message = try session.message(of: commit)
    let maker = try session.entryMaker(for: file.read().map { Document(parsing: $0) })
    if let actual = maker.entry(for: message, always: true), actual.rendered != entry.rendered {
      let edit = EntryEdit(entry: actual, replaced: entry.rendered)
      if let amended = try Amendment(session: session, file: file, path: path).amend(edit) {
        (commit, final) = (amended, actual)
      }
    }
    final.commits = [commit]
    try session.seen(in: file).note([final])
  }
}

extension ByteString {
  fileprivate var isTrue: Bool { ["true", "yes", "on"].contains(lowercasedASCII) }

  /// The message as UTF-8; what is none is Latin-1, as git itself takes it.
  var decodedMessage: ByteString {
    if validText != nil { return self }
    return ByteString(
      bytes.flatMap { byte in
        byte < 128 ? [byte] : [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
      }
    )
  }
}
