import ByteKit
import CommandLineKit

/// A command without a purpose that has every kind of option.
struct NotesOptions: Sendable, Equatable {
  enum Format: String, CaseIterable, ParameterValue {
    case text
    case json
    case porcelain
  }

  var action = ""
  var format = Format.text
  var isQuiet = false
  var verbosity = 0
  var fetches = true
  var switches = true
  var isForced = false
  var remote: ByteString?
  var limit: Int?
  var patterns: [ByteString] = []
  var undo: ByteString?
  var start: ByteString?
  var words: [ByteString] = []
  var rest: [ByteString] = []
}

/// Options and operands, no subcommands.
let notes = Command<NotesOptions>(
  name: "notes-of",
  summary: "keep notes",
  synopsis: ["[<options>] <start> [<word>...]", "--undo"],
  description: [
    "Keeps notes as `git notes` does. It's said that `a\\b` is -1.", ".dot at the start",
  ],
  parameters: [
    .flag(["q", "quiet"], \.isQuiet, help: "say less"),
    .count(["v", "verbose"], \.verbosity, help: "say more"),
    .flag("fetch", \.fetches, help: "fetch first (default: yes)", isNegatable: true),
    .set("no-switch", \.switches, to: false, help: "stay where you are"),
    .flag(["f", "force"], \.isForced, help: "do more", isAbbreviatable: false),
    .flag("pushed", \.isForced, help: "do as much", isAbbreviatable: false),
    .set("json", \.format, to: .json, help: "print JSON", group: "Output"),
    .set("porcelain", \.format, to: .porcelain, help: "print lines for scripts", group: "Output"),
    .value("format", name: "kind", \.format, help: "print in a form", group: "Output"),
    .value(["r", "remote"], name: "name", \.remote, help: "where to push", completion: .remotes),
    .value("limit", name: "n", \.limit, help: "how many"),
    .value(
      "pattern",
      name: "pattern",
      \.patterns,
      help: "which ones (repeatable)",
      completion: .localBranches
    ),
    .optionalValue("undo", name: "run", \.undo, fallback: "last", help: "bring back"),
    .custom(
      ["m", "max"],
      argument: .required("n|p%"),
      help: "stop before more",
      completion: .none
    ) { (options, argument) throws(UnexpectedValue) in
      guard let argument, argument.hasSuffix("%") else {
        throw UnexpectedValue(expected: "a percentage")
      }
      options.start = argument
    },
  ],
  operands: [
    .one("start", \.start, completion: .refs), .many("word", \.words, completion: .files),
  ],
  conflicts: [["json", "porcelain"]],
  sections: [
    ManualSection("EXIT STATUS", [.item("0", "done")]),
    ManualSection("EXAMPLES", ["Like this:", .literal("git notes-of 'it' --quiet\n.x")]),
  ],
  initial: NotesOptions(),
  validate: { (options) throws(UsageError) in
    if options.isForced, options.isQuiet { throw UsageError("force is never quiet") }
  }
)

/// Subcommands: a default one, one with options, one that hands its arguments on.
let diary = Command<NotesOptions>(
  name: "diary",
  summary: "keep a diary",
  synopsis: [],
  description: ["Keeps a diary."],
  parameters: [
    .flag(["q", "quiet"], \.isQuiet, help: "say less"),
    .value(["c", "file"], name: "path", \.remote, help: "the file", completion: .files),
  ],
  subcommands: [
    Subcommand(
      "update",
      "add what is missing",
      parameters: [.flag("check", \.isForced, help: "change nothing")],
      isDefault: true
    ) { $0.action = "update" },
    Subcommand(
      "show",
      "print one entry",
      synopsis: ["[<options>] <entry>"],
      details: ["Reads a lot."],
      parameters: [.value(["n", "limit"], name: "n", \.limit, help: "how many")],
      operands: [.one("entry", \.start, completion: .tags)]
    ) { $0.action = "show" },
    Subcommand(
      "commit",
      "write and commit",
      synopsis: ["[<git commit options>]"],
      passingThrough: \.rest
    ) { $0.action = "commit" },
    Subcommand(
      "driver",
      "called by git",
      synopsis: ["%O %A"],
      operands: [.many("file", \.words)],
      isInternal: true
    ) { $0.action = "driver" },
  ],
  sections: [
    ManualSection("EXIT STATUS", [.item("0", "done")]), ManualSection("EXAMPLES", ["None."]),
  ],
  initial: NotesOptions()
)
