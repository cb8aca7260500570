import ByteKit
import FoundationEssentials
import HistoryKit
import ToolKit

/// A plan that `--dry-run --json` wrote and somebody read: what `--apply` may delete.
struct ReviewedPlan: Sendable {
  struct Deletion: Sendable {
    /// Hexadecimal.
    let oid: String
    let isMerged: Bool
    let isPushed: Bool
  }

  /// By full ref, as text.
  private(set) var deletions: [String: Deletion] = [:]

  private struct Document: Decodable {
    struct Branch: Decodable {
      let ref: String
      let oid: String
      let action: String
      let verdict: String?
      let evidence: String?
    }

    let schema: Int
    let branches: [Branch]
  }

  init(reading content: ByteString, name: ByteString) throws {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(content.bytes))
    } catch {
      throw ToolError(
        "'\(name.text)' is no plan",
        hints: ["write one with: git prune-gone --dry-run --json"]
      )
    }
    guard document.schema == PlanReport.schema else {
      throw ToolError(
        "'\(name.text)' is a plan in form \(document.schema), which is not known here"
      )
    }
    for branch in document.branches where branch.action == "delete" {
      deletions[branch.ref] = Deletion(
        oid: branch.oid,
        isMerged: branch.verdict == "merged",
        isPushed: branch.evidence == "pushed"
      )
    }
  }

  /// Limits a new plan, made at the widest level, to what was reviewed and still is so.
  func restrict(_ plan: inout Plan) {
    var found: Set<String> = []
    for index in plan.branches.indices {
      let planned = plan.branches[index]
      let ref = planned.branch.ref.text
      guard let deletion = deletions[ref] else {
        if planned.action == .delete { plan.branches[index].keep(.filtered, "not in the plan") }
        continue
      }
      found.insert(ref)
      if planned.branch.oid.hex.text != deletion.oid {
        plan.branches[index].keep(.moved, "is at another commit than in the plan")
      } else if planned.action == .delete, planned.verdict?.proof == nil {
        if deletion.isMerged {
          plan.branches[index].keep(.unproven, "was merged when the plan was made")
        } else if deletion.isPushed, planned.evidence != .pushed {
          plan.branches[index].keep(.unproven, planned.lossExplanation)
        }
      }
    }
    for ref in deletions.keys.sorted() where !found.contains(ref) {
      plan.missing.append(ByteString(ref))
    }
  }
}
