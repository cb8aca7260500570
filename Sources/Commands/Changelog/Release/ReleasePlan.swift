import ByteKit
import ProcessKit
import RemoteKit
import ToolKit

/// What `release` is about to write.
struct ReleasePlan: DocumentPlan {
  var request: ReleaseRequest
  /// What the commits since the last release have and the file lacks.
  var update: UpdatePlan
  /// Whether somebody has put the release together: then it is taken as it is, and only an empty
  /// section is filled from the commits.
  var isCurated: Bool
  var revised: Document?

  init(for old: Document?, in session: Session) throws {
    let history = try ReleaseHistory(session, writtenLike: old)
    var document = try old ?? session.newDocument()
    update = try UpdatePlan(for: old, from: history)
    isCurated = document.unreleased.map { !document.bullets(in: $0).isEmpty } ?? false
    if !isCurated {
      try document.insert(
        update.missing.map { Document.NewEntry(category: $0.category, text: $0.rendered) }
      )
    }
    request = try Self.request(for: document, history)
    try document.release(request)
    revised = document
  }

  /// What is written for the version asked for; throws where it must not be released.
  private static func request(
    for document: Document,
    _ history: ReleaseHistory
  ) throws -> ReleaseRequest {
    let session = history.session
    let argument = session.options.operands.first ?? "auto"
    guard
      let version = try history.releaseVersion(argument, unreleased: document.unreleased)
    else { throw DocumentError.nothingToRelease }
    guard document.section(for: version) == nil else {
      throw DocumentError.sectionExists(version.description)
    }
    if history.tags.tag(for: version) != nil {
      throw ToolError("version '\(version)' is already tagged")
    }
    let reachable = try history.reachableTags()
    if let highest = reachable.last, version < highest.version {
      throw ToolError(
        "version '\(version)' is below '\(highest.name.text)'",
        hints: ["'git changelog next' prints the version that the commits call for"]
      )
    }
    let tag = history.tags.name(for: version)
    let folded = document.prereleases(of: version).compactMap(\.version)
    let previous = reachable.last { !folded.contains($0.version) }?.name
    return ReleaseRequest(
      version: version,
      date: date(in: session.context),
      tag: tag,
      previousTag: previous,
      links: session.links.map { links in
        ReleaseRequest.Links(
          unreleased: links.compare(from: tag, to: "HEAD"),
          release: previous.map { links.compare(from: $0, to: tag) } ?? links.release(tag: tag)
        )
      }
    )
  }

  /// Today in UTC; `SOURCE_DATE_EPOCH` makes builds repeatable (reproducible-builds.org).
  private static func date(in context: Context) -> ByteString {
    let epoch = context.environment.nonEmpty("SOURCE_DATE_EPOCH").flatMap { Int64($0.text) }
    return CalendarDate(secondsSinceEpoch: epoch ?? context.now()).iso
  }
}
