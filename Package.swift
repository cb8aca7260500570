// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// One layer's target: imports only what stands in `uses`.
func kit(_ name: String, uses: [String] = []) -> Target {
  .target(
    name: name,
    dependencies: uses.map { .byName(name: $0) },
    swiftSettings: settings
  )
}

/// A test target in Tests/ for the kit or command `name`.
func tests(_ name: String, path: String? = nil, uses: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: (uses + ["TestSupport"]).map { .byName(name: $0) },
    path: path ?? "Tests/\(name)Tests",
    swiftSettings: settings
  )
}

/// What every command may import; `git-whoami` starts with nothing else.
let base = [
  "ByteKit", "DiagnosticKit", "FileKit", "CommandLineKit", "TerminalKit", "ProcessKit", "ConfigKit",
  "RemoteKit", "IdentityKit", "HistoryKit", "ToolKit",
]

/// A subcommand of git: the module `<Name>Tool`, the executable `git-<command>`, and its tests.
func command(
  _ name: String,
  as command: String,
  uses: [String] = [],
  linkedStatically: Bool = false
) -> [Target] {
  let staticLinking: [LinkerSetting] = [
    .unsafeFlags(
      ["-static-executable", "-use-ld=lld"],
      .when(platforms: [.linux], configuration: .release)
    )
  ]
  return [
    .target(
      name: "\(name)Tool",
      dependencies: (base + uses).map { .byName(name: $0) },
      path: "Sources/Commands/\(name)",
      exclude: ["Main"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "git-\(command)",
      dependencies: ["ToolKit", .byName(name: "\(name)Tool")],
      path: "Sources/Commands/\(name)/Main",
      swiftSettings: settings,
      linkerSettings: linkedStatically ? staticLinking : []
    ),
    tests(
      "\(name)Tool",
      path: "Tests/Commands/\(name)",
      uses: base + uses + ["\(name)Tool"]
    ),
  ]
}

let commands: [Target] = [
  command("RBranch", as: "rbranch", linkedStatically: true),
  command("PruneGone", as: "prune-gone", uses: ["GitKit"]),
  command("Changelog", as: "changelog"),
  command("Whoami", as: "whoami", linkedStatically: true),
  command("Identity", as: "identity", linkedStatically: true),
  command("Toolbox", as: "toolbox", linkedStatically: true),
].flatMap(\.self)

let package = Package(
  name: "git-toolbox",
  platforms: [.macOS(.v14)],
  targets: [
    .systemLibrary(
      name: "CLibgit2",
      pkgConfig: "libgit2",
      providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]
    ),
    .target(name: "CPosix"),
    kit("ByteKit"),
    kit("DiagnosticKit"),
    kit("FileKit", uses: ["ByteKit", "CPosix", "DiagnosticKit"]),
    kit("CommandLineKit", uses: ["ByteKit", "DiagnosticKit"]),
    kit("TerminalKit", uses: ["ByteKit", "CPosix"]),
    kit("ProcessKit", uses: ["ByteKit", "CPosix", "DiagnosticKit", "FileKit"]),
    kit("ConfigKit", uses: ["ByteKit", "DiagnosticKit", "FileKit", "ProcessKit"]),
    kit("RemoteKit", uses: ["ByteKit", "DiagnosticKit", "ProcessKit", "ConfigKit"]),
    kit(
      "IdentityKit",
      uses: ["ByteKit", "DiagnosticKit", "FileKit", "ProcessKit", "ConfigKit", "RemoteKit"]
    ),
    kit(
      "HistoryKit",
      uses: ["ByteKit", "DiagnosticKit", "FileKit", "ProcessKit", "ConfigKit"]
    ),
    kit("GitKit", uses: ["ByteKit", "CLibgit2", "ConfigKit", "HistoryKit"]),
    kit(
      "ToolKit",
      uses: [
        "ByteKit", "CPosix", "DiagnosticKit", "FileKit", "CommandLineKit", "TerminalKit",
        "ProcessKit",
        "ConfigKit", "RemoteKit",
      ]
    ),
    kit("TestSupport", uses: base),
    tests("ByteKit", uses: ["ByteKit"]),
    tests("FileKit", uses: ["ByteKit", "FileKit"]),
    tests(
      "CommandLineKit",
      uses: ["ByteKit", "CommandLineKit", "DiagnosticKit", "FileKit", "ProcessKit"]
    ),
    tests("TerminalKit", uses: ["ByteKit", "TerminalKit"]),
    tests("ProcessKit", uses: ["ByteKit", "FileKit", "ProcessKit"]),
    tests("ConfigKit", uses: ["ByteKit", "FileKit", "ProcessKit", "ConfigKit"]),
    tests("RemoteKit", uses: base),
    tests("IdentityKit", uses: base),
    tests("HistoryKit", uses: base),
    tests("GitKit", uses: base + ["GitKit"]),
    tests("ToolKit", uses: base),
    tests("EndToEnd", uses: base),
  ] + commands
)
