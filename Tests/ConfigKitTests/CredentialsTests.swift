import ByteKit
import ConfigKit
import Testing

@Suite struct CredentialsTests {
  @Test(arguments: [
    ("https://user:secret@host/r.git", "https://user:***@host/r.git"),
    ("https://user:p@s:s@host:8443/r.git", "https://user:***@host:8443/r.git"),
    ("HTTPS://x-access-token:t0ken@github.com", "HTTPS://x-access-token:***@github.com"),
    ("https://t0ken@github.com/o/r", "https://***@github.com/o/r"),
    ("https://t0ken:@github.com/o/r", "https://***@github.com/o/r"),
    ("https://t0ken:x-oauth-basic@github.com/o/r", "https://***@github.com/o/r"),
    ("ssh://git@host/r.git", "ssh://git@host/r.git"),
    ("ssh://git:secret@host/r.git", "ssh://git:***@host/r.git"),
    ("git@host:o/r.git", "git@host:o/r.git"),
    ("https://host/r?private_token=abc&ref=main", "https://host/r?private_token=***&ref=main"),
    ("https://host/a@b:c", "https://host/a@b:c"),
    ("/plain/path", "/plain/path"),
    (
      "fatal: unable to access 'https://u:p@a/r/': and http://u:q@b x@y",
      "fatal: unable to access 'https://u:***@a/r/': and http://u:***@b x@y"
    ),
  ])
  func secretsBecomeStars(text: ByteString, shown: ByteString) {
    #expect(text.redactingCredentials == shown)
  }
}
