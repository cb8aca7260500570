import ByteKit
import CommandLineKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// What real shells make of the generated completions.
@Suite struct CompletionTests {
  /// A repository with names that a shell would take apart, in a sandbox where the two commands
  /// are installed.
  private static func shell(
    _ program: CompletionShell.Program
  ) throws -> (shell: CompletionShell, sandbox: Sandbox) {
    let sandbox = try Sandbox()
    for outline in [notes.outline, diary.outline] {
      for file in GeneratedFile.allCases {
        try sandbox.write(
          ByteString(outline.content(of: file)),
          to: ByteString(file.installedPath(command: outline.name))
        )
      }
      // fish completes only commands that exist.
      let tool = sandbox.path("bin/git-\(outline.name)")
      try FileSystem.makeDirectory(tool.parentPath)
      try FileSystem.writeAtomically("#!/bin/sh\n", to: tool, permissions: 0o755)
    }
    let path = sandbox.environment["PATH"] ?? ""
    sandbox.set("PATH", "\(sandbox.path("bin")):\(path)")
    let shell = try CompletionShell(program, in: sandbox, share: sandbox.path("share"))
    sandbox.workingDirectory = sandbox.path("repository")
    try FileSystem.makeDirectory(sandbox.workingDirectory)
    try sandbox.bash(
      #"""
      git init -q
      git commit -q --allow-empty -m one
      git branch 'x$(touch${IFS}PWNED)'
      git branch "it's"
      git branch feat/one
      git branch feat/two
      git branch a@b
      git branch a@c
      git remote add origin /nonexistent
      git remote add other /nonexistent
      git tag v1.0
      """#
    )
    return (shell, sandbox)
  }

  @Test(arguments: CompletionShell.Program.allCases)
  func optionsAreOffered(_ program: CompletionShell.Program) throws {
    let (shell, sandbox) = try Self.shell(program)
    defer { withExtendedLifetime(sandbox) {} }
    #expect(try shell.candidates(for: "git notes-of --no-s") == ["--no-switch"])
    #expect(try shell.candidates(for: "git-notes-of --por") == ["--porcelain"])
    let color = try shell.candidates(for: "git notes-of --color=")
    let expected: Set<ByteString> = ["--color=always", "--color=never", "--color=auto"]
    // The part before `=` stays as typed in bash, where `=` breaks words.
    #expect(Set(color.map { $0.hasPrefix("--") ? $0 : "--color=" + $0 }) == expected)
    #expect(try shell.candidates(for: "git notes-of -- --no-s") == [])
  }

  @Test(arguments: CompletionShell.Program.allCases)
  func namesComeFromTheRepository(_ program: CompletionShell.Program) throws {
    let (shell, sandbox) = try Self.shell(program)
    defer { withExtendedLifetime(sandbox) {} }
    #expect(try shell.candidates(for: "git notes-of fe") == ["feat/one", "feat/two"])
    #expect(try shell.candidates(for: "git notes-of a@") == ["a@b", "a@c"])
    #expect(try shell.candidates(for: "git notes-of -q --remote ") == ["origin", "other"])
    #expect(try shell.candidates(for: "git notes-of -qr or") == ["origin"])
    #expect(try shell.candidates(for: "git notes-of --limit 3 v") == ["v1.0"])
    #expect(
      try shell.candidates(for: "git -C \(sandbox.workingDirectory) notes-of v") == ["v1.0"]
    )
  }

  @Test(arguments: CompletionShell.Program.allCases)
  func subcommandsHaveTheirOwn(_ program: CompletionShell.Program) throws {
    let (shell, sandbox) = try Self.shell(program)
    defer { withExtendedLifetime(sandbox) {} }
    #expect(
      Set(try shell.candidates(for: "git diary ")).isSuperset(of: ["update", "show", "commit"])
    )
    #expect(try shell.candidates(for: "git diary dr") == [])
    #expect(try shell.candidates(for: "git diary -q sh") == ["show"])
    #expect(try shell.candidates(for: "git diary --che") == ["--check"])
    #expect(try shell.candidates(for: "git diary show --che") == [])
    #expect(try shell.candidates(for: "git diary show v") == ["v1.0"])
    #expect(try shell.candidates(for: "git diary show v1.0 v") == [])
    #expect(try shell.candidates(for: "git diary commit --amen") == ["--amend"])
  }

  @Test(arguments: [CompletionShell.Program.bash, .zsh])
  func namesAreQuotedOnTheCommandLine(_ program: CompletionShell.Program) throws {
    let (shell, sandbox) = try Self.shell(program)
    defer { withExtendedLifetime(sandbox) {} }
    #expect(try shell.completed("git notes-of it") == #"git notes-of it\'s "#)
    let line = try shell.completed("git notes-of x")
    #expect(line.hasPrefix(#"git notes-of x\$\(touch\$"#))
    // What the shell makes of the completed word is the name itself.
    let word = line.dropping(prefix: "git notes-of ") ?? ""
    #expect(
      try sandbox.run(program == .bash ? "bash" : "zsh", ["-c", "printf %s \(word)"]).output
        == "x$(touch${IFS}PWNED)"
    )
    #expect(!FileSystem.exists(sandbox.workingDirectory.appendingPath("PWNED")))
    #expect(try shell.completed("git notes-of 'x").trimmed == "git notes-of 'x$(touch${IFS}PWNED)'")
  }

  @Test func insideDoubleQuotesNothingIsExpanded() throws {
    let (shell, sandbox) = try Self.shell(.bash)
    defer { withExtendedLifetime(sandbox) {} }
    #expect(try shell.completed(#"git notes-of "x"#) == #"git notes-of "x"#)
  }

  @Test(arguments: CompletionShell.Program.allCases)
  func everyFileIsValid(_ program: CompletionShell.Program) throws {
    let (_, sandbox) = try Self.shell(program)
    for outline in [notes.outline, diary.outline] {
      let files: [GeneratedFile] =
        switch program {
        case .bash: [.bash]
        case .zsh: [.zsh]
        case .fish: [.fish, .fishConfiguration]
        }
      for file in files {
        let result = try sandbox.run(
          ByteString(program.rawValue),
          ["-n", sandbox.path(ByteString(file.installedPath(command: outline.name)))]
        )
        #expect(result.succeeded)
        #expect(result.errorOutput == "")
      }
    }
  }
}
