package import ByteKit
import CPosix

/// The variables that a process is started with, as bytes.
package struct Environment: Sendable {
  private var values: [ByteString: ByteString]

  package init(_ pairs: [(ByteString, ByteString)] = []) {
    values = Dictionary(pairs) { _, last in last }
  }

  /// This process's own environment, read now; of a doubled name the first counts, as in getenv.
  package static var current: Environment {
    var environment = Environment()
    guard let strings = cposix_environment() else { return environment }
    var index = 0
    while let string = strings[index] {
      index += 1
      guard let (name, value) = ByteString(cString: string).splitOnce(on: UInt8(ascii: "="))
      else { continue }
      if environment.values[name] == nil { environment.values[name] = value }
    }
    return environment
  }

  /// A variable's value: nil if it is not set, empty if it is set to nothing.
  package subscript(_ name: ByteString) -> ByteString? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The value if it is set and not empty.
  package func nonEmpty(_ name: ByteString) -> ByteString? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All variables in byte order of their names.
  package var sortedPairs: [(name: ByteString, value: ByteString)] {
    values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// This environment with some variables set, or unset (nil).
  package func setting(_ changes: [ByteString: ByteString?]) -> Environment {
    var changed = self
    for (name, value) in changes { changed.values[name] = value }
    return changed
  }
}
