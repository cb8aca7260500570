import ByteKit
import CLibgit2
import HistoryKit

/// Turns a negative result of libgit2 into an error; the only reader of `git_error_last`.
///
/// Expected outcomes (not found, end of iteration) are looked at before this is called. `action` is
/// what was tried, to complete "cannot ...".
@discardableResult
func check(_ code: Int32, _ action: @autoclosure () -> String) throws(GitError) -> Int32 {
  guard code < 0 else { return code }
  let error = git_error_last()
  let message = (error?.pointee.message).map { ByteString(cString: $0).text } ?? "error \(code)"
  let isObjectError = error.map { $0.pointee.klass == Int32(GIT_ERROR_ODB.rawValue) } ?? false
  git_error_clear()
  throw GitError(
    reason(of: code, isObjectError: isObjectError, message: message),
    "cannot \(action()): \(message)"
  )
}

private func reason(of code: Int32, isObjectError: Bool, message: String) -> GitError.Reason {
  switch git_error_code(code) {
  case GIT_ENOTFOUND where isObjectError: .missingObject
  // libgit2 1.5 gives -1 with this text when a walk steps on a commit that is not there.
  case GIT_ERROR where message.hasPrefix("object not found"): .missingObject
  case GIT_EINVALIDSPEC: .invalidName
  case GIT_EAMBIGUOUS: .ambiguous
  case GIT_EPEEL: .malformed
  default: .other(code)
  }
}
