import ByteKit
import IdentityKit
import ProcessKit

/// The author that commits made here would have: whose branches `--mine` means.
enum OwnIdentity {
  /// The e-mail address; throws git's own refusal if there is no identity.
  static func address(in place: Place) throws -> ByteString {
    let resolver = try IdentityResolver(
      config: place.stack,
      environment: place.git.environment
    )
    switch resolver.resolve(.author) {
    case .found(let identity): return identity.email.value
    case .missing(let error): throw error
    }
  }
}
