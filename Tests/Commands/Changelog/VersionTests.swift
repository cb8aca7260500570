import ByteKit
import ChangelogTool
import Testing

@Suite struct VersionTests {
  @Test(arguments: [
    "0.0.0", "1.2.3", "1.2.3-rc.1", "1.0.0-0.3.7", "1.0.0-x.7.z.92", "1.0.0+20130313",
    "1.0.0-a-b+c.d",
    "18446744073709551615.0.0",
  ])
  func readsWhatTheSpecificationAllows(_ text: String) {
    #expect(Version(parsing: ByteString(text))?.description == text)
  }

  @Test(arguments: [
    "", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+",
    "1.2.3-é",
    "1.2.3 ", "-1.2.3", "18446744073709551616.0.0",
  ])
  func refusesAllElse(_ text: String) {
    #expect(Version(parsing: ByteString(text)) == nil)
  }

  @Test func ordersByPrecedence() {
    let ascending = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0",
    ].compactMap { Version(parsing: ByteString($0)) }
    #expect(ascending.count == 12)
    #expect(ascending.shuffled().sorted() == ascending)
    #expect(Version(parsing: "1.0.0+a") == Version(parsing: "1.0.0+b"))
  }
}
