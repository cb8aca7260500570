import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import ToolKit

/// What is wrong with PATH itself.
extension Examination {
  func searchPath() -> [Finding] {
    guard FileSystem.exists(places.bin) else { return [] }
    guard let position = search.position(of: places.bin) else {
      let (file, line) = PathAdvice(inventory).line(for: context.environment.nonEmpty("SHELL"))
      return [
        Finding(
          code: "bin-not-on-path",
          what: "\(places.short(places.bin)) is not on PATH, so its commands are not found",
          fix: "put this line into \(file): \(line)"
        )
      ]
    }
    return inventory.commands.compactMap { command in
      guard command.status == .hidden, command.file.path.parentPath == places.bin,
        let winner = command.hiddenBy,
        let place = search.position(of: winner.parentPath), place < position
      else { return nil }
      return Finding(
        code: "hidden",
        what: "git \(command.file.name) runs \(places.short(winner)), "
          + "which stands on PATH before \(places.short(places.bin))",
        fix: "put \(places.short(places.bin)) first on PATH, or take that file away"
      )
    }
  }

  /// Folders of PATH in which anybody can put a command.
  func folders() -> [Finding] {
    let elements = context.environment.nonEmpty("PATH")?.split(on: UInt8(ascii: ":")) ?? []
    var seen: Set<ByteString> = []
    return elements.compactMap { element in
      guard seen.insert(element).inserted else { return nil }
      if element.isEmpty {
        return Finding(
          code: "path-empty",
          what: "PATH has an empty element: git runs what stands in the current folder",
          fix: "take the ':' at PATH's begin or end, or the '::', out"
        )
      }
      if element.hasPrefix("~") {
        return Finding(
          code: "path-tilde",
          what: "PATH has '\(element)', in which git does not replace '~'",
          fix: "write $HOME\(ByteString(element.bytes.dropFirst())) instead"
        )
      }
      if !element.isAbsolutePath {
        return Finding(
          code: "path-relative",
          what: "PATH has '\(element)', which is another folder wherever you stand",
          fix: "write it from / on, or take it out"
        )
      }
      guard let status = (try? FileSystem.status(of: element)) ?? nil,
        status.kind == .directory, status.permissions & 0o002 != 0
      else { return nil }
      return Finding(
        code: "path-writable",
        what: "everybody can put commands into '\(element)', which is on PATH",
        fix: "chmod o-w \(element.shellQuoted)"
      )
    }
  }
}
