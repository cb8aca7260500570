extension Outline {
  /// The man page, in man(7)'s macros.
  package func manual() -> String {
    let title = "git-\(name)"
    var page = Roff()
    // No date: the page is compared byte for byte, and the release stands in git-<name> --version.
    page.request(
      "TH",
      [title.uppercased(), "1", "", "Git Toolbox", "Git Manual"]
    )
    // As git's own pages: no hyphens in names, no spaces added within a line.
    page.request("nh", [])
    page.request("ad l", [])
    page.request("SH", ["NAME"])
    page.line(Roff.escaped(title) + #" \- "# + Roff.marked(summary))
    page.request("SH", ["SYNOPSIS"])
    page.request("nf", [])
    for line in usageLines { page.line(Roff.synopsis(line)) }
    page.request("fi", [])
    page.section("DESCRIPTION", description)
    writeSubcommands(to: &page)
    writeOptions(to: &page)
    for section in sections { page.section(section.title, section.blocks) }
    page.request("SH", ["GIT"])
    page.line("Part of the Git Toolbox, a set of commands for")
    page.line(Roff.escaped("git(1)."))
    return page.text
  }

  private func writeSubcommands(to page: inout Roff) {
    guard !subcommands.isEmpty else { return }
    page.request("SH", ["COMMANDS"])
    for branch in subcommands {
      for (index, synopsis) in branch.synopsis.enumerated() {
        page.request(index == 0 ? "TP" : "TQ", [])
        page.line(Roff.synopsis(synopsis.isEmpty ? branch.name : "\(branch.name) \(synopsis)"))
      }
      page.line(Roff.marked(branch.summary.asSentence))
      for text in branch.details {
        page.request("sp", [])
        page.line(Roff.marked(text))
      }
    }
  }

  private func writeOptions(to page: inout Roff) {
    page.request("SH", ["OPTIONS"])
    for group in groups(of: options + commonOptions) {
      if let title = group.title { page.request("SS", [title]) }
      for option in group.options { page.option(option) }
    }
    for branch in subcommands where !branch.options.isEmpty {
      page.request("SS", ["Options of \(branch.name)"])
      for option in branch.options { page.option(option) }
    }
  }
}

extension String {
  /// With a capital letter and a full stop, for running text.
  fileprivate var asSentence: String {
    let sentence = prefix(1).uppercased() + dropFirst()
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }
}

extension Roff {
  fileprivate mutating func option(_ option: OptionShape) {
    request("TP", [])
    line(Roff.synopsis(option.spelling))
    line(Roff.marked(option.help.asSentence))
    for text in option.details {
      request("sp", [])
      line(Roff.marked(text))
    }
  }

  fileprivate mutating func section(_ title: String, _ blocks: [ManualBlock]) {
    request("SH", [title])
    for (index, block) in blocks.enumerated() {
      switch block {
      case .text(let text):
        if index > 0 { request("PP", []) }
        line(Roff.marked(text))
      case .item(let term, let text):
        request("TP", [])
        line(Roff.synopsis(term))
        line(Roff.marked(text))
      case .literal(let lines):
        request("PP", [])
        request("RS", ["4"])
        request("nf", [])
        for text in lines.split(separator: "\n", omittingEmptySubsequences: false) {
          line(Roff.escaped(String(text)))
        }
        request("fi", [])
        request("RE", [])
      }
    }
  }
}
