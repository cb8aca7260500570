import ByteKit
import ConfigKit
import FileKit
import ProcessKit
import TestSupport

/// What the installed git says of all configuration, in the form in which ours is compared.
enum Oracle {
  /// Every entry as `scope origin key=value`, or git's last error line.
  static func git(_ sandbox: Sandbox) throws -> [ByteString] {
    let result = try sandbox.run(
      "git",
      ["config", "--list", "--show-scope", "--show-origin", "-z"]
    )
    guard result.succeeded else {
      return result.errorOutput.lines.filter { $0.hasPrefix("fatal: ") }
    }
    let fields = result.output.records(endedBy: 0)
    return stride(from: 0, to: fields.count - 2, by: 3).map { index in
      let (key, value): (ByteString, ByteString) =
        fields[index + 2].splitOnce(on: UInt8(ascii: "\n")).map { ($0.head, "=" + $0.tail) }
        ?? (fields[index + 2], "")
      return "\(fields[index]) \(fields[index + 1]) \(key)\(value)"
    }
  }

  /// The same from ConfigKit.
  static func ours(_ sandbox: Sandbox) -> [ByteString] {
    do throws(ConfigError) {
      let environment = sandbox.environment
      let stack = try ConfigStack.load(
        location(sandbox),
        environment: environment,
        workingDirectory: sandbox.workingDirectory
      )
      return stack.entries.map { entry in
        let value = entry.value.map { "=" + $0 } ?? ""
        return "\(entry.scope.rawValue) \(entry.origin.gitText) \(entry.key)\(value)"
      }
    } catch {
      return ["fatal: \(error.message)"]
    }
  }

  static func location(_ sandbox: Sandbox) throws(ConfigError) -> RepositoryLocation? {
    let discovery = try RepositoryLocation.discover(
      environment: sandbox.environment,
      workingDirectory: sandbox.workingDirectory
    )
    if case .found(let location) = discovery { return location }
    return nil
  }
}
