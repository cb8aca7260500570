import CLibgit2
import HistoryKit

/// What libgit2 allocates and we must free: which function does it.
protocol HandleKind {
  static func free(_ pointer: OpaquePointer)
}

/// One C object, freed once, when its owner goes.
struct Handle<Kind: HandleKind>: ~Copyable {
  let pointer: OpaquePointer

  /// Takes what `make` produces; `action` is what is tried, to complete "cannot ...".
  init(
    _ action: @autoclosure () -> String,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) {
    var made: OpaquePointer?
    try check(make(&made), action())
    guard let made else { throw GitError(.other(-1), "cannot \(action()): no result") }
    pointer = made
  }

  /// Takes what `make` produces, or nil if it says that there is none.
  init?(
    ifFound action: @autoclosure () -> String,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) {
    var made: OpaquePointer?
    let code = make(&made)
    if code == GIT_ENOTFOUND.rawValue {
      git_error_clear()
      return nil
    }
    try check(code, action())
    guard let made else { return nil }
    pointer = made
  }

  deinit { Kind.free(pointer) }
}

enum RepositoryKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_repository_free(pointer) }
}

enum ConfigurationKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_config_free(pointer) }
}

enum DatabaseKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_odb_free(pointer) }
}

enum RawObjectKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_odb_object_free(pointer) }
}

enum ObjectHandleKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_object_free(pointer) }
}

enum ReferenceKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_reference_free(pointer) }
}

enum ReferenceIteratorKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_reference_iterator_free(pointer) }
}

enum IndexKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_index_free(pointer) }
}
