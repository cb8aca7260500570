/// Text in the language of troff, escaped so that every character comes out as written.
struct Roff {
  private(set) var text = ""

  /// A request or macro with its arguments.
  mutating func request(_ name: String, _ arguments: [String]) {
    text += "." + name
    for argument in arguments {
      text += " \"" + Self.escaped(argument) + "\""
    }
    text += "\n"
  }

  /// A line of text that is escaped already.
  mutating func line(_ content: String) {
    guard let first = content.first else {
      text += "\\&\n"
      return
    }
    text += (first == "." || first == "'" ? #"\&"# : "") + content + "\n"
  }

  /// As typed: `-`, `'`, `` ` ``, `^` and `~` would otherwise become typographic characters.
  static func escaped(_ plain: String) -> String {
    var result = ""
    for character in plain {
      switch character {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "\"": result += #"\(dq"#
      case "'": result += #"\(aq"#
      case "`": result += #"\(ga"#
      case "^": result += #"\(ha"#
      case "~": result += #"\(ti"#
      default: result.append(character)
      }
    }
    return result
  }

  /// Running text: code in backticks bold, placeholders in angle brackets italic.
  static func marked(_ source: String) -> String {
    var result = ""
    for (index, piece) in source.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated()
    {
      result += index.isMultiple(of: 2) ? placeholders(String(piece), in: "R") : bold(String(piece))
    }
    return result
  }

  /// A line of a synopsis: all bold but placeholders (italic) and the signs around them.
  static func synopsis(_ source: String) -> String {
    var result = ""
    var word = ""
    for character in source + " " {
      guard " []|(),=".contains(character) else {
        word.append(character)
        continue
      }
      if !word.isEmpty { result += word == "..." ? word : bold(word) }
      word = ""
      result.append(character)
    }
    return String(result.dropLast())
  }

  private static func bold(_ code: String) -> String {
    #"\fB"# + placeholders(code, in: "B") + #"\fR"#
  }

  /// `code` in `font`, its `<placeholders>` in italics.
  private static func placeholders(_ code: String, in font: String) -> String {
    var result = ""
    var rest = code[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let name = rest[rest.index(after: open)..<close]
      let end = rest.index(after: close)
      let isName = !name.isEmpty && !name.contains { " <@".contains($0) }
      result += escaped(String(rest[..<open]))
      result +=
        isName
        ? #"\fI<"# + escaped(String(name)) + #">\f"# + font
        : escaped(String(rest[open..<end]))
      rest = rest[end...]
    }
    return result + escaped(String(rest))
  }
}
