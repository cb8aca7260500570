import ByteKit
import CommandLineKit
import FileKit
import ProcessKit
import TestSupport
import Testing

/// `install.sh` on machines made up of the real tools and pretended toolchains and package managers.
@Suite struct InstallTests {
  @Test func itInstallsOnceAndRemovesWhatItInstalled() throws {
    let machine = try InstallMachine()
    let sandbox = machine.sandbox
    try sandbox.write("mine\n", to: sandbox.home.appendingPath(".local/share/man/man1/mine.1"))
    let before = try machine.listing()

    let first = try machine.install()
    #expect(first.errorOutput == "")
    #expect(first.succeeded)
    #expect(first.output.contains("installed below \(sandbox.home)/.local\n"))
    #expect(first.output.contains("it works"))
    #expect(first.output.contains("feature/it-works"))
    for tool in BuiltTool.all {
      let installed = sandbox.home.appendingPath(".local/bin/git-\(tool.name)")
      #expect(try FileSystem.status(of: installed)?.permissions == 0o755)
      for kind in GeneratedFile.allCases {
        #expect(
          try FileSystem.read(
            sandbox.home.appendingPath(
              ".local/\(kind.installedPath(command: tool.name.text))"
            )
          )
            == FileSystem.read(
              GoldenFile.root.appendingPath(ByteString(kind.path(command: tool.name.text)))
            )
        )
      }
    }

    let installed = try machine.listing()
    let second = try machine.install()
    #expect(second.succeeded)
    #expect(second.output.contains("\(sandbox.home)/.local is up to date\n"))
    #expect(try machine.listing() == installed)

    let removal = try machine.install(["--uninstall"])
    #expect(removal.succeeded)
    #expect(try machine.listing() == before)
    #expect(try machine.install(["--uninstall"]).output.hasPrefix("nothing is installed below "))
  }

  @Test func whatAnEarlierVersionInstalledGoes() throws {
    let machine = try InstallMachine()
    let local = machine.sandbox.home.appendingPath(".local")
    try machine.sandbox.write(
      "bin/git-old\nbin/\n",
      to: local.appendingPath("share/git-toolbox/manifest")
    )
    try machine.sandbox.write("old\n", to: local.appendingPath("bin/git-old"))
    #expect(try machine.install().succeeded)
    #expect(!FileSystem.exists(local.appendingPath("bin/git-old")))
  }

  @Test func somebodyElsesFileIsNotOverwritten() throws {
    let machine = try InstallMachine()
    let other = machine.sandbox.home.appendingPath(".local/bin/git-changelog")
    try machine.sandbox.write("other\n", to: other)
    let before = try machine.listing()
    let result = try machine.install()
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("install.sh: \(other) is in the way"))
    #expect(try machine.listing() == before)
  }

  @Test func theFolderCanBeChosen() throws {
    let machine = try InstallMachine()
    let prefix = machine.sandbox.path("a prefix")
    #expect(try machine.install(["--prefix", prefix]).succeeded)
    #expect(FileSystem.exists(prefix.appendingPath("bin/git-whoami")))
    #expect(!FileSystem.exists(machine.sandbox.home.appendingPath(".local")))
    #expect(try machine.install(["--prefix=\(prefix)", "--uninstall"]).succeeded)
    #expect(!FileSystem.exists(prefix.appendingPath("bin")))
  }

  @Test func withoutAHomeItAsksForAFolder() throws {
    let machine = try InstallMachine()
    machine.sandbox.set("HOME", nil)
    let result = try machine.install()
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("HOME is not set"))
    #expect(result.errorOutput.contains("--prefix"))
  }

  @Test func aMissingToolchainGetsOneMessage() throws {
    let machine = try InstallMachine()
    try machine.remove("swift")
    let result = try machine.install()
    #expect(result.output == "")
    #expect(
      result.errorOutput == """
        install.sh: no Swift toolchain on PATH; git-toolbox needs Swift 6.2 or later
          get it from https://www.swift.org/install/ and run this again

        """
    )
    #expect(result.termination == .exited(1))
  }

  @Test func anOldToolchainIsNamed() throws {
    let machine = try InstallMachine()
    machine.sandbox.set("SWIFT_VERSION", "5.10.1")
    let result = try machine.install()
    #expect(result.errorOutput.hasPrefix("install.sh: Swift 5.10.1 is too old"))
    #expect(result.termination == .exited(1))
  }

  @Test(arguments: [
    ("apt-get", "update\napt-get install -y --no-install-recommends libgit2-dev\n"),
    ("dnf", "install -y libgit2-devel\n"),
    ("pacman", "-Sy --needed --noconfirm libgit2\n"),
    ("brew", "install libgit2\n"),
  ])
  func theMachinesPackageManagerIsUsed(_ manager: String, _ calls: String) throws {
    let machine = try InstallMachine(lacking: "libgit2", manager: manager, user: 0)
    let result = try machine.install()
    #expect(result.succeeded)
    #expect(try machine.calls() == "\(manager) \(calls)")
    #expect(try machine.install().succeeded)
    #expect(try machine.calls() == "\(manager) \(calls)")
  }

  @Test func withoutRootTheCommandIsSaid() throws {
    let machine = try InstallMachine(lacking: "libgit2", manager: "apt-get", user: 1000)
    let result = try machine.install()
    #expect(result.termination == .exited(1))
    #expect(
      result.errorOutput == """
        install.sh: missing: libgit2; installing needs root
          run this as root, then install.sh again:
            apt-get install -y --no-install-recommends libgit2-dev

        """
    )
    #expect(try machine.calls() == "")
  }

  @Test func sudoIsUsedWhereItAsksNothing() throws {
    let machine = try InstallMachine(lacking: "libgit2", manager: "dnf", user: 1000)
    try machine.add("sudo", "[ \"$1\" != -n ] || shift\nexec \"$@\"")
    #expect(try machine.install().succeeded)
    #expect(try machine.calls() == "dnf install -y libgit2-devel\n")
  }

  @Test func sudoThatWouldAskIsLeftAlone() throws {
    let machine = try InstallMachine(lacking: "libgit2", manager: "dnf", user: 1000)
    try machine.add("sudo", "exit 1")
    let result = try machine.install()
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("dnf install -y libgit2-devel"))
    #expect(try machine.calls() == "")
  }

  @Test func aMachineWithoutAPackageManagerIsToldWhatIsMissing() throws {
    let machine = try InstallMachine(lacking: "libgit2", user: 0)
    let result = try machine.install()
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.hasPrefix("install.sh: missing: libgit2\n"))
  }

  @Test func aPackageThatDoesNotHelpIsAnError() throws {
    let machine = try InstallMachine(lacking: "libgit2", manager: "apt-get", user: 0)
    try machine.add("apt-get", "exit 0")
    let result = try machine.install()
    #expect(result.termination == .exited(1))
    #expect(result.errorOutput.contains("this still fails: pkg-config --exists libgit2"))
  }

  @Test(arguments: [
    ("/bin/bash", "in ~/.bashrc:", #"    export PATH="$HOME/.local/bin:$PATH""#),
    ("/usr/bin/zsh", "in ~/.zshrc:", #"    export PATH="$HOME/.local/bin:$PATH""#),
    ("/usr/bin/fish", "in ~/.config/fish/config.fish:", #"    fish_add_path "$HOME/.local/bin""#),
    ("/bin/sh", "in ~/.profile:", #"    export PATH="$HOME/.local/bin:$PATH""#),
  ])
  func theLineForTheShellIsSaid(_ shell: String, _ file: String, _ line: String) throws {
    let machine = try InstallMachine()
    machine.sandbox.set("SHELL", ByteString(shell))
    let output = try machine.install().output
    #expect(output.contains(ByteString(file + "\n" + line + "\n")))
    #expect(
      output.contains(#"    fpath=("$HOME/.local/share/zsh/site-functions" $fpath)"#)
        == shell.hasSuffix("zsh")
    )
  }

  @Test func aFolderThatIsOnThePathNeedsNoLine() throws {
    let machine = try InstallMachine()
    machine.addToPath(machine.sandbox.home.appendingPath(".local/bin"))
    let output = try machine.install().output
    #expect(!output.contains("export PATH"))
  }

  @Test func anotherCommandOfTheNameIsSaid() throws {
    let machine = try InstallMachine()
    try machine.add("git-changelog", "exit 0")
    let other = machine.tools.appendingPath("git-changelog")
    let hidden = try machine.install().output
    #expect(hidden.contains("note: there is another git-changelog: \(other)\n"))
    machine.addToPath(machine.sandbox.home.appendingPath(".local/bin"), atEnd: true)
    let behind = try machine.install().output
    #expect(behind.contains("here \(other)\n"))
    #expect(behind.contains("to get this one, put $HOME/.local/bin before"))
  }

  @Test func anUnknownArgumentIsAUsageError() throws {
    let machine = try InstallMachine()
    let result = try machine.install(["--prefxi"])
    #expect(result.errorOutput.hasPrefix("install.sh: unknown argument '--prefxi'\nusage: "))
    #expect(result.termination == .exited(129))
    #expect(try machine.install(["-h"]).output.hasPrefix("usage: ./install.sh"))
  }
}
