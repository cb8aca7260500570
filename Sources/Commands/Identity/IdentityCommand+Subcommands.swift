import ByteKit
import CommandLineKit

extension IdentityCommand {
  static var subcommands: [Subcommand<IdentityOptions>] {
    [
      Subcommand(
        "list",
        "all identities: where each applies, and what is wrong with it",
        isDefault: true
      ) { $0.action = .list },
      Subcommand(
        "show",
        "one identity in full; without a name, the one in force here",
        synopsis: ["[--path] [<name>]"],
        parameters: [.flag("path", \.showsPathOnly, help: "print only its file")],
        operands: [.optional("name", \.name)]
      ) { $0.action = .show },
      add,
      Subcommand(
        "set",
        "change an identity; --no-<setting> takes one away",
        synopsis: ["<name> <setting>..."],
        details: [
          "The former address stays known (`identity.also`), so that commits with it are still yours."
        ],
        parameters: settings,
        operands: [.one("name", \.name)]
      ) { $0.action = .set },
      Subcommand(
        "rename",
        "call an identity by another name; its file keeps its own",
        synopsis: ["<old> <new>"],
        operands: [.one("old", \.name), .one("new", \.newName)]
      ) { $0.action = .rename },
      Subcommand(
        "remove",
        "delete an identity and its rules",
        synopsis: ["<name>"],
        details: ["One that was made by hand is not deleted: its lines are listed."],
        operands: [.one("name", \.name)]
      ) { $0.action = .remove },
    ] + placing + [doctor, undo]
  }

  private static var add: Subcommand<IdentityOptions> {
    Subcommand(
      "add",
      "make an identity, and give it folders or remotes",
      synopsis: [
        "<name> --email <e> [--name <n>] [<setting>...] [--dir <dir>]... [--remote <r>]..."
      ],
      parameters: settings + places,
      operands: [.one("name", \.name)]
    ) { $0.action = .add }
  }

  private static var placing: [Subcommand<IdentityOptions>] {
    [
      Subcommand(
        "assign",
        "let an identity apply in a folder, or to clones of a remote",
        synopsis: ["<name> (--dir <dir> | --remote <r>)..."],
        details: [
          """
          Afterwards git itself gives that identity in the folder named, or nothing was written. \
          Inner folders win over outer ones, remotes over folders.
          """
        ],
        parameters: places,
        operands: [.one("name", \.name)]
      ) { $0.action = .assign },
      Subcommand(
        "unassign",
        "take the rule for a folder or a remote away",
        synopsis: ["(--dir <dir> | --remote <r>)..."],
        parameters: places
      ) { $0.action = .unassign },
      Subcommand(
        "use",
        "let an identity apply in this repository only",
        synopsis: ["<name>", "--none"],
        parameters: [
          .flag("none", \.usesNone, help: "go back to what applies here otherwise")
        ],
        operands: [.optional("name", \.name)]
      ) { $0.action = .use },
    ]
  }

  private static var doctor: Subcommand<IdentityOptions> {
    Subcommand(
      "doctor",
      "find the classic mistakes in the whole set-up",
      synopsis: ["[--fix] [--under <dir>]"],
      parameters: [
        .flag("fix", \.isFixing, help: "mend what has one right answer"),
        .value(
          "under",
          name: "dir",
          \.under,
          help: "look into all repositories below <dir>",
          completion: .directories
        ),
      ]
    ) { $0.action = .doctor }
  }

  private static var undo: Subcommand<IdentityOptions> {
    Subcommand("undo", "take back the last change of configuration") { $0.action = .undo }
  }

  // MARK: - Options

  static var parameters: [Parameter<IdentityOptions>] {
    [
      .flag(
        ["n", "dry-run"],
        \.isDryRun,
        help: "change nothing; print what would change as a diff"
      ),
      .flag("json", \.isJSON, help: "print JSON"),
      .flag(["q", "quiet"], \.isQuiet, help: "print nothing but errors"),
    ]
  }

  private static var places: [Parameter<IdentityOptions>] {
    [
      .value(
        "dir",
        name: "dir",
        \.folders,
        help: "all repositories below this folder, which need not exist yet",
        completion: .directories
      ),
      .value(
        "remote",
        name: "r",
        \.remotes,
        help: "clones of <host>, <host>/<path>, a URL or a pattern",
        details: [
          """
          A path is a group of repositories; one that ends in `.git`, or a whole URL, is one \
          repository. All forms of the address are matched: https, ssh, with a user or a port, and \
          `git@host:path`. Needs git 2.36.
          """
        ]
      ),
    ]
  }

  private static var settings: [Parameter<IdentityOptions>] {
    [
      setting("name", .name, "n", help: "the name in commits") { $0.name = $1 },
      setting("email", .email, "e", help: "the address in commits") { $0.email = $1 },
      setting("also", .also, "e", help: "a former address of the same person", isRepeatable: true) {
        $0.also.append($1)
      },
      setting(
        "signing-key",
        .signingKey,
        "k",
        help: "sign commits and tags with this key: a file, an ssh key, or a name for gpg"
      ) { $0.signingKey = $1 },
      .flag(
        "no-signing",
        \.settings.signsNothing,
        help: "sign nothing, whatever else is configured"
      ),
      setting("ssh-key", .sshKey, "file", help: "the only key that ssh offers", completion: .files)
      {
        $0.sshKey = $1
      },
      .custom(
        "credential",
        argument: .required("url=user"),
        help: "the account for https there",
        isRepeatable: true,
        negate: { $0.settings.removed.insert(.credential) },
        apply: { (options, argument) throws(UnexpectedValue) in
          guard let (url, user) = argument?.splitOnce(on: UInt8(ascii: "=")), !url.isEmpty,
            !user.isEmpty
          else { throw UnexpectedValue(expected: "<url>=<user>") }
          options.settings.credentials.append(
            SettingChanges.Credential(url: url, username: user)
          )
        }
      ),
    ]
  }

  /// An option that `--no-<name>` takes out of the file.
  private static func setting(
    _ name: String,
    _ kind: SettingChanges.Kind,
    _ argument: String,
    help: String,
    isRepeatable: Bool = false,
    completion: Completion = .none,
    _ store: @escaping @Sendable (inout SettingChanges, ByteString) -> Void
  ) -> Parameter<IdentityOptions> {
    .custom(
      OptionNames(stringLiteral: name),
      argument: .required(argument),
      help: help,
      isRepeatable: isRepeatable,
      completion: completion,
      negate: { $0.settings.removed.insert(kind) },
      apply: { (options, value) throws(UnexpectedValue) in
        store(&options.settings, value ?? "")
      }
    )
  }

  @Sendable
  static func check(_ options: IdentityOptions) throws(UsageError) {
    switch options.action {
    case .use where (options.name == nil) != options.usesNone:
      throw UsageError("say a name or '--none'")
    case .assign, .unassign:
      if options.folders.isEmpty, options.remotes.isEmpty {
        throw UsageError("say '--dir <dir>' or '--remote <r>'")
      }
    default: break
    }
    if options.settings.signingKey != nil, options.settings.signsNothing {
      throw UsageError("options '--signing-key' and '--no-signing' cannot be used together")
    }
  }
}
