/// What a command line asks for.
package enum Parsed<Options: Sendable>: Sendable {
  case run(Options, CommonOptions)
  /// `-h`: the usage text on standard output, exit status 129 as git has it.
  case help(subcommand: String?)
  /// `--help`: the man page.
  case manual
  /// `--version`.
  case version
  /// `--generate=<kind>`: this text on standard output, nothing else.
  case generated(String)
}

/// The options that every command has.
package struct CommonOptions: Sendable {
  /// `--color[=<when>]`, nil if not given.
  package var color: ColorWhen?
  var request: Request?

  enum Request: Sendable {
    case help
    case manual
    case version
  }

  package init(color: ColorWhen? = nil) { self.color = color }
}

/// When output is coloured.
package enum ColorWhen: String, CaseIterable, ParameterValue {
  case always
  case never
  case auto
}

extension CommonOptions {
  /// Their declaration, in the order that help lists them after a command's own.
  static var parameters: [Parameter<CommonOptions>] {
    [
      .custom(
        "color",
        argument: .optional("when"),
        help: "use colour: always, never or auto",
        completion: ColorWhen.defaultCompletion,
        negate: { $0.color = .never },
        apply: { (options, argument) throws(UnexpectedValue) in
          guard let argument else {
            options.color = .always
            return
          }
          options.color = try ColorWhen(argument: argument)
        }
      ),
      .set("h", \.request, to: .help, help: "show this short help"),
      .set("help", \.request, to: .manual, help: "open the manual page"),
      .set("version", \.request, to: .version, help: "show the version"),
    ]
  }
}
