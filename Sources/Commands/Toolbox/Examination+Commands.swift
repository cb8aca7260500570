import ByteKit
import ConfigKit
import FileKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What keeps linked commands from running.
extension Examination {
  func shims() -> [Finding] {
    CommandFile.all(in: places.bin).compactMap { file in
      guard let shim = Shim(at: file.path) else { return nil }
      let target = CommandFile(name: file.name, path: shim.target)
      let linker = Linker(places: places)
      if target.condition == .danglingLink {
        return Finding(
          code: "target-gone",
          what: "git \(file.name): \(places.short(shim.target)) is gone",
          fix: "git toolbox remove git-\(file.name)",
          repair: { _ = try linker.unlink(file.name) }
        )
      }
      return notRunnable(target)
    }
  }

  /// What keeps the kernel from running a file that is there.
  private func notRunnable(_ file: CommandFile) -> Finding? {
    let name = file.name
    let path = file.path
    if file.condition == .notExecutable {
      return Finding(
        code: "not-executable",
        what: "git \(name): \(places.short(path)) is not executable",
        fix: "chmod +x \(path.shellQuoted)",
        repair: {
          let mode = try FileSystem.status(of: path)?.permissions ?? 0o644
          guard path.withCString({ chmod($0, mode | 0o111) }) == 0 else {
            throw FileError("make executable", path)
          }
        }
      )
    }
    guard file.condition == .executable else {
      return Finding(
        code: "not-executable",
        what: "git \(name): \(places.short(path)) is \(file.passedOver ?? "")",
        fix: "git toolbox remove git-\(name)"
      )
    }
    if path.withCString({ access($0, X_OK) }) != 0 {
      return Finding(
        code: "noexec",
        what:
          "git \(name): the system does not run \(places.short(path)): \(systemErrorText(errno))",
        fix: nil
      )
    }
    return interpreter(of: file)
  }

  private func interpreter(of file: CommandFile) -> Finding? {
    let head = ScriptHead(of: file.path, name: file.name)
    let place = places.short(file.path)
    if head.hasReturn {
      return Finding(
        code: "crlf",
        what: "git \(file.name): the first line of \(place) ends in CR, so no interpreter is found",
        fix: "in its repository: printf '* text=auto eol=lf\\n' >>.gitattributes, "
          + "then git add --renormalize ."
      )
    }
    if let interpreter = head.interpreter, interpreter.isAbsolutePath,
      !FileSystem.exists(interpreter)
    {
      return Finding(
        code: "no-interpreter",
        what: "git \(file.name): \(place) wants \(interpreter), which is not there",
        fix: nil
      )
    }
    if let program = head.program, !isOnPath(program) {
      return Finding(
        code: "no-interpreter",
        what: "git \(file.name): \(place) wants '\(program)', which is not on PATH",
        fix: nil
      )
    }
    return nil
  }

  private func isOnPath(_ program: ByteString) -> Bool {
    if program.contains("/") { return FileSystem.exists(program) }
    return search.folders.contains {
      CommandFile(name: program, path: $0.path.appendingPath(program)).condition == .executable
    }
  }
}
