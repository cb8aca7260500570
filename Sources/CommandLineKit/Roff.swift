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
    func finishWord() {
      if !word.isEmpty { result += word == "..." ? word : bold(word) }
      word = ""
    }
    var rest = source[...]
    while let character = rest.first {
      if let name = placeholder(at: rest) {
        finishWord()
        result += italic(name)
        rest = rest.dropFirst(name.count)
        continue
      }
      if " []|(),=".contains(character) {
        finishWord()
        result.append(character)
      } else {
        word.append(character)
      }
      rest = rest.dropFirst()
    }
    finishWord()
    return result
  }

  private static func italic(_ text: String) -> String { #"\fI"# + escaped(text) + #"\fR"# }

  /// The `<name>` that `text` begins with; `Name <email>` holds one, `a < b > c` none.
  private static func placeholder(at text: Substring) -> String? {
    guard text.first == "<", let close = text.firstIndex(of: ">") else { return nil }
    let name = text[text.index(after: text.startIndex)..<close]
    return name.isEmpty || name.first == " " || name.contains { "<@".contains($0) }
      ? nil : "<\(name)>"
  }

  private static func bold(_ code: String) -> String {
    #"\fB"# + placeholders(code, in: "B") + #"\fR"#
  }

  /// `code` in `font`, its `<placeholders>` in italics.
  private static func placeholders(_ code: String, in font: String) -> String {
    var result = ""
    var rest = code[...]
    while let open = rest.firstIndex(of: "<") {
      result += escaped(String(rest[..<open]))
      rest = rest[open...]
      if let name = placeholder(at: rest) {
        result += #"\fI"# + escaped(name) + #"\f"# + font
        rest = rest.dropFirst(name.count)
      } else {
        result += "<"
        rest = rest.dropFirst()
      }
    }
    return result + escaped(String(rest))
  }
}
