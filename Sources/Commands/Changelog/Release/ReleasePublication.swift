import ByteKit
import DiagnosticKit
import FileKit
import ProcessKit
import ToolKit

/// Commit and tag of a release that is written, through git itself.
struct ReleasePublication {
  let session: Session
  let file: ChangelogFile

  func commit(_ version: Version) throws {
    let path = try session.trackedPath(file)
    let pathspec: ByteString = ":(top,literal)" + path
    let isNew = try session.gitAtTop.output(["ls-files", "--", pathspec]).isEmpty
    if isNew {
      _ = try session.gitAtTop.output(["add", "--force", "--intent-to-add", "--", pathspec])
    }
    var arguments: [ByteString] = ["commit", "-m", "Release " + version.spelling]
    if session.options.isQuiet { arguments.append("--quiet") }
    let result = try session.gitAtTop.run(
      arguments + ["--only", "--", pathspec],
      input: .inherit,
      output: .standardError,
      errorOutput: .inherit,
      keepingLocale: true
    )
    guard result.succeeded else {
      if isNew { _ = try session.gitAtTop.run(["rm", "--cached", "--quiet", "--", pathspec]) }
      throw ToolError("the release was not committed")
    }
  }

  func tag(_ version: Version, name: ByteString) throws {
    let document = Document(parsing: try FileSystem.read(file.path))
    guard let section = document.section(for: version) else {
      throw DocumentError.noSuchSection(version.description)
    }
    let body = SectionText(document, section).text
    // Without `-a`, so that tag.gpgSign and tag.forceSignAnnotated decide on the signature; headings
    // would be comments to the default clean-up.
    let result = try session.gitAtTop.run(
      ["tag", "--cleanup=whitespace", "--file=-", "--end-of-options", name],
      input: .bytes(name + "\n\n" + body),
      output: .standardError,
      errorOutput: .inherit,
      keepingLocale: true
    )
    guard result.succeeded else {
      throw ToolError("the release is written, but not tagged", exitStatus: .failure)
    }
    session.say("tagged '\(name)'")
  }
}
