import ByteKit
import TerminalKit

/// What a collection brings, as it is shown before anything of it can be found.
enum OfferTable {
  static func table(_ offers: [Offer], _ places: Places) -> Table {
    Table(
      rows: offers.map { offer in
        [
          Table.Cell(offer.file.name, offer.canBeLinked ? .green : .yellow),
          Table.Cell(offer.head.kind),
          Table.Cell(ByteString(size(offer.file.size))),
          Table.Cell(offer.head.summary),
          Table.Cell(ByteString(note(offer, places)), .yellow),
        ]
      },
      alignments: [.left, .left, .right],
      indent: 2
    )
  }

  private static func note(_ offer: Offer, _ places: Places) -> String {
    switch offer.verdict {
    case .refused(let reason, nil): return reason
    case .refused(let reason, let fix?): return "\(reason); in the collection: \(fix)"
    case .taken(let owner): return owner
    case .linked: return "linked"
    case .free:
      guard !offer.hides.isEmpty else { return "" }
      return "hides \(offer.hides.map { places.short($0).text }.joined(separator: ", "))"
    }
  }

  /// A size for people: `812`, `3.1k`, `2.0M`.
  private static func size(_ bytes: Int64) -> String {
    let units: [(Int64, String)] = [(1 << 20, "M"), (1 << 10, "k")]
    guard let (unit, letter) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes)" }
    let tenths = (bytes * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10)\(letter)"
  }
}

extension Offer {
  /// Whether it is linked without being named.
  var canBeLinked: Bool {
    switch verdict {
    case .free, .linked: true
    case .taken, .refused: false
    }
  }

  /// Why not even naming it helps; nil where that helps.
  var refusal: (reason: String, fix: String?)? {
    if case .refused(let reason, let fix) = verdict { (reason, fix) } else { nil }
  }
}
