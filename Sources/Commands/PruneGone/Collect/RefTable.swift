import ByteKit
import HistoryKit

/// All refs of a repository at one moment.
struct RefTable: Sendable {
  private(set) var references: [Reference]
  private let objects: [ByteString: ObjectID]
  private let targets: [ByteString: ByteString]

  init(_ references: [Reference]) {
    self.references = references
    var objects: [ByteString: ObjectID] = [:]
    var targets: [ByteString: ByteString] = [:]
    for reference in references {
      switch reference.target {
      case .object(let oid): objects[reference.name] = oid
      case .symbolic(let target): targets[reference.name] = target
      }
    }
    self.objects = objects
    self.targets = targets
  }

  /// What the ref leads to, through symbolic refs; nil if it is not there or dangling.
  subscript(_ name: ByteString) -> ObjectID? {
    var name = name
    // Git's own limit (SYMREF_MAXDEPTH).
    for _ in 0..<5 {
      if let oid = objects[name] { return oid }
      guard let target = targets[name] else { return nil }
      name = target
    }
    return nil
  }

  /// What a symbolic ref names, whether that is there or not.
  func symrefTarget(of name: ByteString) -> ByteString? { targets[name] }

  func contains(_ name: ByteString) -> Bool { self[name] != nil }
}
