package import ByteKit

/// What a release writes into a changelog.
package struct ReleaseRequest: Sendable {
  package var version: Version
  /// `2024-05-06`.
  package var date: ByteString
  /// The tag of this release, as compare links name it.
  package var tag: ByteString
  /// The tag of the release before, if there is one.
  package var previousTag: ByteString?
  /// URLs of the host, for a file without link definitions; nil if the host is not known.
  package var links: Links?

  package init(
    version: Version,
    date: ByteString,
    tag: ByteString,
    previousTag: ByteString? = nil,
    links: Links? = nil
  ) {
    self.version = version
    self.date = date
    self.tag = tag
    self.previousTag = previousTag
    self.links = links
  }

  /// The URLs that a host has for a release.
  package struct Links: Sendable {
    /// From the new tag to HEAD.
    package var unreleased: ByteString
    /// Of the release: a comparison with the one before, or the tag's page.
    package var release: ByteString

    package init(unreleased: ByteString, release: ByteString) {
      self.unreleased = unreleased
      self.release = release
    }
  }
}
