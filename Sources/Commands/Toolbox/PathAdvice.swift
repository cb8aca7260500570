import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import ToolKit

/// The line that puts `bin` on PATH, in the words of the user's shell; no file is edited.
struct PathAdvice {
  private let inventory: Inventory

  init(_ inventory: Inventory) { self.inventory = inventory }

  /// Says it, unless `bin` is on PATH already.
  func give(in context: Context) {
    let places = inventory.places
    guard inventory.search.position(of: places.bin) == nil else { return }
    let (file, line) = self.line(for: context.environment.nonEmpty("SHELL"))
    context.note("git finds them once this line is in \(file):\n    \(line)")
  }

  /// The file of the shell and the line.
  func line(for shell: ByteString?) -> (file: String, line: String) {
    let bin = inventory.places.bin
    let text =
      bin.dropping(prefix: inventory.places.userHome + "/")
      .flatMap { $0.shellQuoted == $0 ? "\"$HOME/\($0)\"" : nil } ?? bin.shellQuoted
    switch shell?.lastPathComponent {
    case "fish": return ("~/.config/fish/config.fish", "fish_add_path \(text)")
    case "zsh": return ("~/.zshrc", "export PATH=\(text):\"$PATH\"")
    case "bash": return ("~/.bashrc", "export PATH=\(text):\"$PATH\"")
    default: return ("~/.profile", "export PATH=\(text):\"$PATH\"")
    }
  }
}

/// Numbers with their noun.
enum Plural {
  static func commands(_ count: Int) -> String { count == 1 ? "1 command" : "\(count) commands" }
}
