import ByteKit
import DiagnosticKit

/// Why an edit has no place in a changelog; nothing was changed.
package enum DocumentError: Diagnostic, Equatable {
  /// No heading names a version, and there is more than a title.
  case noSections
  case noSuchSection(String)
  case sectionExists(String)
  /// There is nothing to release.
  case nothingToRelease

  package var message: String {
    switch self {
    case .noSections: "the changelog has no heading that names a version or 'Unreleased'"
    case .noSuchSection(let name): "the changelog has no section for '\(name)'"
    case .sectionExists(let name): "the changelog already has a section for '\(name)'"
    case .nothingToRelease: "nothing is listed under Unreleased"
    }
  }

  package var hints: [String] {
    switch self {
    case .noSections: ["write a line '## [Unreleased]' where new entries shall stand"]
    case .nothingToRelease: ["'git changelog update' lists the commits since the last release"]
    default: []
    }
  }
}
