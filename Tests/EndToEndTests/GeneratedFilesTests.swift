import ByteKit
import CommandLineKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// The files in `completions/` and `man/`: as the commands declare them, and good for their readers.
@Suite struct GeneratedFilesTests {
  @Test(arguments: BuiltTool.all, GeneratedFile.allCases)
  func theyAreUpToDate(_ tool: BuiltTool, _ kind: GeneratedFile) throws {
    let sandbox = try Sandbox()
    let result = try tool.run(["--generate=\(kind.rawValue)"], in: sandbox)
    #expect(result.succeeded)
    let path = ByteString(kind.path(command: tool.name.text))
    #expect(
      try GoldenFile.matches(result.output, at: path),
      "\(path) is out of date: 'make generate' renews it"
    )
  }

  @Test func noneIsLeftOver() throws {
    let expected = BuiltTool.all.flatMap { tool in
      GeneratedFile.allCases.map { ByteString($0.path(command: tool.name.text)) }
    }
    let folders = Set(expected.map(\.parentPath))
    let found = try folders.flatMap { folder in
      try FileSystem.entries(of: GoldenFile.root.appendingPath(folder))
        .filter { $0.kind == .regular }
        .map { folder.appendingPath($0.name) }
    }
    #expect(Set(found).subtracting(expected) == [])
  }

  @Test(arguments: BuiltTool.all)
  func manReadsThemWithoutWarnings(_ tool: BuiltTool) throws {
    let sandbox = try Sandbox()
    let page = path(of: .manual, tool)
    sandbox.set("MANWIDTH", "80")
    let result = try sandbox.run("man", ["--warnings=w", "-l", page])
    #expect(result.succeeded)
    #expect(result.errorOutput == "")
    #expect(result.output.contains("git-\(tool.name) - "))
    // All that `-h` lists is in the page.
    let help = try tool.run(["-h"], in: sandbox).output
    for line in help.lines {
      guard let name = optionName(in: line) else { continue }
      #expect(result.output.contains(name), "\(name)")
    }
  }

  /// The `--name` that a line of `-h` describes.
  private func optionName(in line: ByteString) -> ByteString? {
    guard line.hasPrefix("    -"), let start = line.firstRange(of: "--")?.lowerBound else {
      return nil
    }
    let name = line.bytes[start...].prefix { !" =[".utf8.contains($0) }
    return name.count > 2 ? ByteString(name) : nil
  }

  @Test(arguments: BuiltTool.all, CompletionShell.Program.allCases)
  func shellsReadThem(_ tool: BuiltTool, _ shell: CompletionShell.Program) throws {
    let sandbox = try Sandbox()
    let kinds: [GeneratedFile] =
      switch shell {
      case .bash: [.bash]
      case .zsh: [.zsh]
      case .fish: [.fish, .fishConfiguration]
      }
    for kind in kinds {
      let result = try sandbox.run(ByteString(shell.rawValue), ["-n", path(of: kind, tool)])
      #expect(result.succeeded)
      #expect(result.errorOutput == "")
    }
  }

  @Test(arguments: BuiltTool.all, CompletionShell.Program.allCases)
  func optionsAreCompleted(_ tool: BuiltTool, _ program: CompletionShell.Program) throws {
    let sandbox = try Sandbox()
    let shell = try installed(program, in: sandbox)
    #expect(try shell.candidates(for: "git \(tool.name) --vers") == ["--version"])
    #expect(try shell.candidates(for: "git-\(tool.name) --vers") == ["--version"])
  }

  @Test(arguments: CompletionShell.Program.allCases)
  func branchNamesAreCompleted(_ program: CompletionShell.Program) throws {
    let sandbox = try Sandbox()
    let shell = try installed(program, in: sandbox)
    try sandbox.bash("new; git branch feat/one; git branch feat/two")
    sandbox.workingDirectory = sandbox.path("w")
    let branches: [ByteString] = ["feat/one", "feat/two"]
    #expect(try shell.candidates(for: "git prune-gone feat/") == branches)
    #expect(try shell.candidates(for: "git rbranch --publish feat/") == branches)
    #expect(try shell.candidates(for: "git rbranch --remote or") == ["origin"])
    #expect(try shell.candidates(for: "git rbranch new feat/") == branches)
  }

  /// A shell that finds the kept files where install.sh would put them.
  private func installed(
    _ program: CompletionShell.Program,
    in sandbox: Sandbox
  ) throws -> CompletionShell {
    for tool in BuiltTool.all {
      for kind in GeneratedFile.allCases {
        try sandbox.write(
          try FileSystem.read(path(of: kind, tool)),
          to: sandbox.path(ByteString(kind.installedPath(command: tool.name.text)))
        )
      }
    }
    return try CompletionShell(program, in: sandbox, share: sandbox.path("share"))
  }

  private func path(of kind: GeneratedFile, _ tool: BuiltTool) -> ByteString {
    GoldenFile.root.appendingPath(ByteString(kind.path(command: tool.name.text)))
  }
}
