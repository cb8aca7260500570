import ByteKit

extension Choice {
  /// Whether the list shows a branch: its upstream is gone.
  private static func isListed(_ planned: PlannedBranch) -> Bool { planned.branch.state == .gone }

  /// All gone branches, those chosen that the options would delete.
  init(_ plan: Plan, now: Int64) {
    self.init(
      items: plan.branches.filter(Self.isListed).map { planned in
        let age =
          planned.time.map {
            "\(Self.age(of: now.subtractingReportingOverflow($0).partialValue)): " as ByteString
          } ?? ""
        return Item(
          name: planned.name,
          detail: age + planned.explanation,
          isChosen: planned.action == .delete,
          standing: !planned.isChoosable
            ? .kept : planned.verdict?.proof == nil ? .unproven : .proven
        )
      }
    )
  }

  /// Makes the plan what was chosen.
  func apply(to plan: inout Plan) {
    let listed = plan.branches.indices.filter { Self.isListed(plan.branches[$0]) }
    for (index, item) in zip(listed, items) where item.isSelectable {
      if item.isChosen {
        plan.branches[index].action = .delete
        plan.branches[index].reason = nil
      } else if plan.branches[index].action == .delete {
        plan.branches[index].keep(.filtered, "not chosen")
      }
    }
  }

  /// An age in its largest unit, as git's relative dates are read: `3 weeks`.
  static func age(of seconds: Int64) -> ByteString {
    let units: [(Int64, ByteString)] = [
      (31_536_000, "year"), (2_592_000, "month"), (604_800, "week"), (86_400, "day"),
      (3_600, "hour"), (60, "minute"),
    ]
    for (length, name) in units where seconds >= length {
      return Int(seconds / length).counted(name, "\(name)s")
    }
    return "just now"
  }
}
