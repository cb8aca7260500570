import ByteKit
import DiagnosticKit
import IdentityKit
import ToolKit

/// What every editing command starts from: the identities as they are, which git can read.
struct Desk {
  let options: IdentityOptions
  let context: Context

  /// Throws for configuration that git could not read either: it is never edited.
  func known(_ draft: Draft = Draft()) throws -> KnownIdentities {
    let known = KnownIdentities(
      environment: context.environment,
      workingDirectory: context.workingDirectory,
      copies: draft.copies
    )
    if let failure = known.failures.first { throw failure }
    return known
  }

  func run(_ words: [ByteString], _ plan: () throws -> EditRun.Outcome) throws -> ExitStatus {
    let title = words.joined(separator: " ")
    return try EditRun(options: options, context: context, title: title).run(plan)
  }
}
