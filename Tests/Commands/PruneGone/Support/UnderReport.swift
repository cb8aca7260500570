import ByteKit
import CommandLineKit
import Foundation
import PruneGoneTool

/// The document that `--under --json` prints.
enum UnderReport {
  private struct Document: Decodable {
    struct Repository: Decodable {
      let repository: String
    }

    let repositories: [Repository]
  }

  static func repositories(_ output: ByteString) throws -> [String] {
    try JSONDecoder().decode(Document.self, from: Data(output.bytes)).repositories
      .map(\.repository)
  }
}

/// What is missing in the command's declaration for help, man page and completions.
enum PruneGoneDeclaration {
  static var problems: [String] { PruneGoneCommand.command.outline.problems() }
}
