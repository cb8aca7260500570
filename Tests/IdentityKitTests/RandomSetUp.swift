import ByteKit
import TestSupport

/// A situation made up at random: repositories, files, conditions of all kinds, links, variables.
///
/// It is a script in the language of identity-cases.sh, and the contents that the script puts in
/// place; `$T` stands for the situation's folder in both.
struct RandomSetUp {
  let root: String
  private(set) var script: [String] = []
  /// File `n` is `$T/files/n`.
  private(set) var contents: [String] = []
  private var random: SeededGenerator
  private var gitDirectories: [String] = []
  private var branches = ["main"]
  private var urls: [String] = []

  init(seed: UInt64, root: String) {
    self.root = root
    random = SeededGenerator(seed: seed)
    makeHome()
    makeRepository()
    makeFiles()
    makeVariables()
    makePlace()
  }

  // MARK: - Places

  private mutating func makeHome() {
    switch random.below(12) {
    case 0: script += ["ln -s home $T/h2; export HOME=$T/h2"]
    case 1: script += ["export HOME=\"$T/h[o]me\"; mkdir \"$HOME\""]
    case 2: script += ["export HOME=\"$T/my home\"; mkdir \"$HOME\""]
    default: break
    }
    script += ["cd ~; mkdir -p work play dot $T/disk"]
  }

  private mutating func makeRepository() {
    let name = random.pick(["r", "r", "R", "re po", "a.b"])
    let top = random.pick(["work", "work", "play", "work/deep/er"])
    let path = "\(top)/\(name)"
    gitDirectories = ["~/\(path)/.git", "$HOME/\(path)/.git", "\(path)/.git", "./\(path)/.git"]
    switch random.below(14) {
    case 0:
      script += ["gi --bare ~/'\(path)'; cd ~/'\(path)'"]
      gitDirectories = ["~/\(path)", "$HOME/\(path)", path]
    case 1:
      script += ["mk ~/'\(path)'; ci ~/'\(path)'; g -C ~/'\(path)' worktree add ~/play/wt"]
      script += [random.oneIn(4) ? "cd ~/'\(path)'" : "cd ~/play/wt"]
      gitDirectories += ["~/\(path)/.git/worktrees/wt", "**/worktrees/wt"]
      branches.append("wt")
    case 2:
      script += [
        "mk $T/s; ci $T/s; mk ~/'\(path)'",
        "g -C ~/'\(path)' -c protocol.file.allow=always submodule add $T/s sub",
        "cd ~/'\(path)'/sub",
      ]
      gitDirectories += ["~/\(path)/.git/modules/sub", "**/modules/sub"]
    case 3:
      script += ["gi --separate-git-dir $T/disk/g ~/'\(path)'; cd ~/'\(path)'"]
      gitDirectories += ["$T/disk/g", "$T/disk/"]
    case 4:
      script += [
        "mk ~/'\(path)'; mv ~/'\(path)'/.git $T/disk/g; ln -s $T/disk/g ~/'\(path)'/.git",
        "cd ~/'\(path)'",
      ]
      gitDirectories += ["$T/disk/g", "$T/disk/"]
    case 5:
      script += ["rmdir work; mkdir $T/disk/work; ln -s $T/disk/work work; mk ~/'\(path)'"]
      script += [random.oneIn(3) ? "cd \"$(realpath ~/'\(path)')\"" : "cd ~/'\(path)'"]
      gitDirectories += ["$T/disk/\(path)/.git", "$T/disk/work/"]
    case 6:
      script += ["mk ~/'\(path)'; mkdir -p ~/play/plain; cd ~/play/plain"]
    case 7:
      script += ["mk ~ ~/'\(path)'; cd ~/'\(path)'"]
      gitDirectories += ["~/.git"]
    case 8:
      script += ["mk ~/play/other ~/'\(path)'; cd ~/play/other"]
      script += [
        random.pick([
          "export GIT_DIR=$HOME/'\(path)'/.git", "export GIT_DIR=../../'\(path)'/.git",
          "export GIT_DIR=.git/../../../'\(path)'/.git", "export GIT_DIR=$T/nowhere",
          "export GIT_DIR=$T/no/where", "export GIT_DIR=.git GIT_WORK_TREE=..",
          "export GIT_DIR=.git GIT_WORK_TREE=$HOME", "export GIT_WORK_TREE=$HOME",
          "export GIT_COMMON_DIR=$HOME/'\(path)'/.git GIT_DIR=.git",
        ])
      ]
    case 9:
      script += ["mk ~/'\(path)'; cd ~/'\(path)'"]
      script += [
        random.pick([
          "g config core.worktree ..", "g config core.worktree $HOME", "g config core.bare true",
          "g config extensions.worktreeConfig true", "g config core.worktree ../../play",
          "g config core.repositoryFormatVersion 1; g config extensions.nonsense 1",
          "g config core.repositoryFormatVersion 2", "g config extensions.objectFormat sha1",
          "g config core.repositoryFormatVersion 1; g config extensions.noop 1",
          "g config --unset core.repositoryFormatVersion; g config core.bare true",
          ": >.git/HEAD", "rmdir .git/refs/*; rmdir .git/refs", "rm .git/config",
          "echo ref: refs/heads/x >.git/refs/heads/main", "echo junk >.git/refs/heads/main",
          "ln -sf refs/heads/feat/a .git/HEAD", "echo 'ref:  refs/foo/x ' >.git/HEAD",
        ])
      ]
      branches.append("x")
    default:
      script += ["mk ~/'\(path)'; cd ~/'\(path)'"]
    }
    switch random.below(8) {
    case 0:
      script += ["ci . ; g checkout --detach"]
    case 1:
      let branch = random.pick([
        "feat/a", "feat/a/b", "Main", "a b".split(separator: " ")[0] + "-c",
      ])
      script += ["ci . ; g checkout -b '\(branch)'"]
      branches.append(branch)
    default:
      break
    }
    for number in 0..<random.below(3) {
      let url = random.pick([
        "https://github.com/acme/x.git", "git@github.com:acme/x.git", "acme:x.git",
        "https://Gitlab.com/a/b/c", "ssh://git@host:22/p", "/srv/git/x.git", "../x",
      ])
      urls.append(url)
      script += ["g remote add r\(number) '\(url)'"]
    }
    if random.oneIn(12) { script += ["mkdir -p s/u/b; cd s/u/b"] }
    if random.oneIn(20) { script += ["cd .git"] }
  }

  // MARK: - Files

  private mutating func put(_ content: String, in path: String, appending: Bool = false) {
    contents.append(content)
    let sign = appending ? ">>" : ">"
    script += ["mkdir -p \"$(dirname \(path))\"; cat $T/files/\(contents.count - 1) \(sign)\(path)"]
  }

  private mutating func makeFiles() {
    for number in 0..<4 { put(content(depth: 1), in: "~/inc\(number)") }
    put(content(depth: 1), in: "~/.config/git/inc0")
    if random.oneIn(6) {
      put(content(depth: 0), in: "~/dot/gitconfig")
      put(content(depth: 1), in: "~/dot/inc1")
      script += ["ln -s dot/gitconfig ~/.gitconfig"]
    } else if !random.oneIn(8) {
      put(content(depth: 0), in: "~/.gitconfig")
    }
    if random.oneIn(4) { put(content(depth: 0), in: "~/.config/git/config") }
    if random.oneIn(4) {
      put(content(depth: 0), in: "$T/sys")
      script += ["export GIT_CONFIG_SYSTEM=$T/sys"]
    }
    if random.oneIn(2) {
      script += ["d=$(git rev-parse --git-common-dir); [ -e \"$d\" ] && cp ~/inc0 \"$d/inc0\""]
      put(content(depth: 0), in: "\"${d:-.}/config\"", appending: true)
    }
    if random.oneIn(8) {
      script += ["d=$(git rev-parse --git-dir); g config extensions.worktreeConfig true"]
      put(content(depth: 0), in: "\"${d:-.}/config.worktree\"")
    }
  }

  private mutating func content(depth: Int) -> String {
    var text = random.oneIn(40) ? "\u{FEFF}" : ""
    for _ in 0..<(1 + random.below(4)) {
      switch random.below(depth == 0 ? 6 : 4) {
      case 0, 1, 2:
        text += identitySection()
      case 3 where depth > 0 && random.oneIn(2):
        text += "[remote \"z\"]\n\t\(random.pick(["push", ""]))url = \(url())\n"
      default:
        text += include()
      }
    }
    if random.oneIn(30) {
      text += random.pick([
        "[user\n", "[a]\nx = \"y\n", "[a]\nx = \\q\n", "= x\n", "[user]\nemail\n", "[a 'b']\n",
        "[user]\nuseConfigOnly = maybe\n", "[remote \"v\"]\nurl\n", "[a]\n_b = 1\n",
      ])
    }
    if random.oneIn(12) { text = text.replacing("\n", with: "\r\n") }
    if random.oneIn(12), text.last == "\n" { text.removeLast() }
    return text
  }

  private mutating func identitySection() -> String {
    let section = random.pick([
      "user", "user", "user", "user", "USER", "author", "committer", "user \"x\"", "user.x",
    ])
    var text = "[\(section)]"
    text += random.pick(["\n", "\n", " ", " # c\n", "\t\n\n"])
    for _ in 0..<(1 + random.below(2)) {
      let key = random.pick([
        "name", "name", "email", "email", "Email", "useConfigOnly", "signingKey",
      ])
      let value: String
      if key == "useConfigOnly" {
        value = random.pick(["true", "false", "1", "", "off"])
      } else {
        let number = random.below(1000)
        value = random.pick([
          "n\(number)@x", "N\(number)", "\"q \(number)\"", "a \(number)  b", "", "'t H\(number)",
          "N\(number) ; c", "N\(number)#c", "<\(number)>", "J\(number).", "a\\\n  \(number)",
          "x\\t\(number)", "\"\\\"\(number)\\\\\"", "ü\(number)", "\"a\"\(number)\" b \"", ",,",
          "a\t\(number)", "  \(number)  ", "\"  \(number)\\n\"", ".",
        ])
      }
      text += random.pick(["\t", "  ", ""]) + key + random.pick([" = ", "=", "  =", "= "]) + value
      text += random.pick(["\n", "\n", " \n", "\t# c\n"])
    }
    return text
  }

  private mutating func include() -> String {
    let path = includePath()
    guard !random.oneIn(5) else { return "[include]\n\tpath = \(path)\n" }
    let keyword = random.pick(["includeIf", "includeIf", "includeif", "INCLUDEIF"])
    let condition = condition().replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "[\(keyword) \"\(condition)\"]\n\t\(random.pick(["path", "path", "Path"])) = \(path)\n"
  }

  private mutating func includePath() -> String {
    let name = "inc\(random.below(4))"
    return switch random.below(40) {
    case 0: "~/missing"
    case 1: "~nosuchuser0/x"
    case 2: "~/work"
    case 3: "$HOME/\(name)"
    case 4: ""
    case 5, 6: "../\(name)"
    case 7, 8: "./\(name)"
    case 9...16: name
    case 17: "%(prefix)/nope"
    case 18: "\(root)/home/\(name)"
    default: "~/\(name)"
    }
  }

  private mutating func condition() -> String {
    switch random.below(16) {
    case 0, 1, 2:
      return "onbranch:" + mutated(random.pick(branches + ["feat/", "**", "*", "feat/**"]))
    case 3, 4, 5:
      let prefix = random.oneIn(12) ? "hasconfig:remote.origin.url:" : "hasconfig:remote.*.url:"
      return prefix
        + mutated(
          random.pick(
            urls + [url(), "https://github.com/acme/**", "**", "*:acme/**", "**/acme/**"]
          )
        )
    case 6:
      return random.pick(["dir:", "GitDir:", "worktree:", "gitdir :", ""]) + "~/work/"
    case 7, 8: return "gitdir/i:" + mutated(gitPattern().uppercasedAtRandom(&random))
    default: return "gitdir:" + mutated(gitPattern())
    }
  }

  private mutating func url() -> String {
    random.pick(["https://github.com/acme/x.git", "git@github.com:acme/x.git", "/srv/git/x.git"])
  }

  private mutating func gitPattern() -> String {
    if random.oneIn(2) {
      var path = random.pick(gitDirectories)
      while random.oneIn(2), let slash = path.lastIndex(of: "/") { path = String(path[..<slash]) }
      path = path.replacing("$T", with: root).replacing("$HOME", with: "\(root)/home")
      return path + random.pick(["/", "/", "", "/**", "/*", "/.git"])
    }
    return random.pick([
      "~/work/", "~/work", "work/", "~/", "~", "/", "", "*", "**", "./work/", "./", "./**",
      "~/work/*", "~/*/", "~/**/.git", "**/.git", "~/wor?/", "~/[v-x]ork/", "~/[!a]ork/", "~/wo**",
      "~/Work/", "~root/", "~nosuchuser0/w/", "%(prefix)/", "~/work//", "\(root)/disk/",
      "\(root)/h2/work/", "~/wor[[:alpha:]]/", "~/wor\\k/", "~/work/ ", ".", "r/.git", "**/r/**",
    ])
  }

  /// The pattern with one or two bytes turned into what may match them.
  private mutating func mutated(_ pattern: String) -> String {
    var characters = Array(pattern)
    guard random.oneIn(3), !characters.isEmpty else { return pattern }
    for _ in 0..<(1 + random.below(2)) {
      let index = random.below(characters.count)
      let old = characters[index]
      let new = random.pick([
        "?", "*", "**", "[\(old)]", "[^x]", "\\\(old)", "**/", "\(old)*", "[a-z]", "", "/", "[",
      ])
      characters.replaceSubrange(index...index, with: Array(new))
      if characters.isEmpty { break }
    }
    return String(characters)
  }

  // MARK: - Variables

  private mutating func makeVariables() {
    for variable in [
      "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME",
      "GIT_COMMITTER_EMAIL", "EMAIL",
    ] where random.oneIn(14) {
      let value = random.pick([
        "Env \(random.below(100))", "e\(random.below(100))@x", "", ",,", " <a> ",
      ])
      script += ["export \(variable)='\(value)'"]
    }
    if random.oneIn(20) {
      let date = random.pick([
        "@1 +0000", "nonsense", "2020-01-01 10:00", "2020-01-01", "1700000000",
      ])
      script += ["export GIT_AUTHOR_DATE='\(date)'"]
    }
    if random.oneIn(12) {
      script += [
        random.pick([
          "export XDG_CONFIG_HOME=", "export XDG_CONFIG_HOME=\"$HOME/.config\"",
          "export GIT_CONFIG_GLOBAL=\"$HOME/inc1\"", "export GIT_CONFIG_GLOBAL=",
          "export GIT_CONFIG_GLOBAL=inc0", "export GIT_CONFIG_GLOBAL=/dev/null",
          "export GIT_CONFIG_NOSYSTEM=1", "export GIT_CONFIG_NOSYSTEM=no", "unset HOME",
          "export GIT_CEILING_DIRECTORIES=$HOME", "export GIT_CEILING_DIRECTORIES=$PWD",
          "export GIT_CEILING_DIRECTORIES=:$HOME/work:$HOME/play",
        ])
      ]
    }
    if random.oneIn(8) {
      script += [
        random.pick([
          "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.email GIT_CONFIG_VALUE_0=count@x",
          "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=include.path GIT_CONFIG_VALUE_0=\"$HOME/inc2\"",
          "export GIT_CONFIG_COUNT= ", "export GIT_CONFIG_COUNT=1", "export GIT_CONFIG_COUNT=x",
          "export GIT_CONFIG_PARAMETERS=\"'user.name'='P Q' 'user.email=old@x'\"",
          "export GIT_CONFIG_PARAMETERS=\"'user.Name'='it'\\''s'  'x.Y.z'=\"",
          "export GIT_CONFIG_PARAMETERS=\"'user.name\"", "export GIT_CONFIG_PARAMETERS=' '",
          "OPTS=(-c user.email=cmd@x)", "OPTS=(-c \"include.path=$HOME/inc3\")",
          "OPTS=(-c include.path=inc3)", "OPTS=(-c user.name)", "OPTS=(-c 'include.path=~/inc3')",
          "OPTS=(-c 'includeIf.gitdir:~/work/.path=~/inc3')",
          "OPTS=(-c includeIf.gitdir:./w.path=/x)",
          "OPTS=(-c 'includeIf.onbranch:main.path=~/inc2' -c user.name=C)",
          "OPTS=(-c remote.c.url=https://github.com/acme/x.git)",
        ])
      ]
    }
  }

  private mutating func makePlace() {
    switch random.below(16) {
    case 0: script += ["unset PWD"]
    case 1: script += ["export PWD=$T"]
    case 2: script += ["export PWD=\"$(realpath .)\""]
    case 3: script += ["OPTS+=(-C \"$(realpath .)\"); cd $T"]
    default: break
    }
    if random.oneIn(25) { script += ["export GIT_TEST_ASSUME_DIFFERENT_OWNER=1"] }
  }
}

extension String {
  fileprivate func replacing(_ old: String, with new: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: old) {
      result += rest[..<range.lowerBound] + new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  fileprivate func uppercasedAtRandom(_ random: inout SeededGenerator) -> String {
    String(map { random.oneIn(3) ? Character($0.uppercased()) : $0 })
  }
}
