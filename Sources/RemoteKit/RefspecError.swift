package import ByteKit
import DiagnosticKit

/// A fetch refspec in the configuration that git dies of.
package struct RefspecError: Diagnostic, Hashable {
  package let remote: ByteString
  package let refspec: ByteString

  package var message: String {
    "invalid refspec '\(refspec.text)' in 'remote.\(remote.text).fetch'"
  }
}
