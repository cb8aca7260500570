package import ByteKit
import CPosix

/// The variables that a process is started with, as bytes.
///
/// Kept in an array: there are a few dozen at most, and a dictionary of byte strings costs more to
/// set up than all look-ups of a run.
package struct Environment: Sendable {
  private struct Variable: Sendable {
    /// Compared first, since looking at `name` means counting a reference to it, which threads that
    /// share an environment do one after the other.
    let hash: UInt64
    let name: ByteString
    var value: ByteString

    init(_ name: ByteString, _ value: ByteString) {
      hash = Self.hash(name)
      self.name = name
      self.value = value
    }

    /// FNV-1a.
    static func hash(_ name: ByteString) -> UInt64 {
      name.bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
  }

  private var variables: [Variable] = []

  /// Of a doubled name the last counts.
  package init(_ pairs: [(ByteString, ByteString)] = []) {
    for (name, value) in pairs { self[name] = value }
  }

  /// This process's own environment, read now; of a doubled name the first counts, as in getenv.
  package static var current: Environment {
    var environment = Environment()
    guard let strings = cposix_environment() else { return environment }
    var index = 0
    while let string = strings[index] {
      index += 1
      let text = ByteString(cString: string)
      guard let end = text.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = ByteString(text.bytes[..<end])
      guard environment.position(of: name) == nil else { continue }
      environment.variables.append(
        Variable(name, ByteString(text.bytes[(end + 1)...]))
      )
    }
    return environment
  }

  private func position(of name: ByteString) -> Int? {
    let hash = Variable.hash(name)
    var index = 0
    while index < variables.count {
      if variables[index].hash == hash, variables[index].name == name { return index }
      index += 1
    }
    return nil
  }

  /// A variable's value: nil if it is not set, empty if it is set to nothing.
  package subscript(_ name: ByteString) -> ByteString? {
    get { position(of: name).map { variables[$0].value } }
    set {
      guard let index = position(of: name) else {
        if let newValue { variables.append(Variable(name, newValue)) }
        return
      }
      if let newValue {
        variables[index].value = newValue
      } else {
        variables.remove(at: index)
      }
    }
  }

  /// The value if it is set and not empty.
  package func nonEmpty(_ name: ByteString) -> ByteString? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// All variables in byte order of their names.
  package var sortedPairs: [(name: ByteString, value: ByteString)] {
    variables.sorted { $0.name < $1.name }.map { (name: $0.name, value: $0.value) }
  }

  /// This environment with some variables set, or unset (nil).
  package func setting(_ changes: [ByteString: ByteString?]) -> Environment {
    var changed = self
    for (name, value) in changes { changed[name] = value }
    return changed
  }
}
