import ByteKit

/// The form of a release's heading, with which the next one is written.
struct HeadingTemplate {
  private let title: VersionTitle
  private let text: ByteString

  init(_ title: VersionTitle, text: ByteString) {
    self.title = title
    self.text = text
  }

  /// The title of a new release in this form: label, date and link target exchanged, a code name or
  /// `[YANKED]` left out.
  func title(for request: ReleaseRequest) -> ByteString {
    let bytes = text.bytes
    let spelling = request.version.spelling
    let bare = title.label.withoutTagPrefix
    let isTagPrefixed = bare.bytes.first?.isASCIIDigit == true
    let prefix = isTagPrefixed ? title.label.bytes.dropLast(bare.count) : []
    let label = ByteString(prefix) + spelling
    var result: ByteString = ""
    var index = 0
    if let date = title.date, date.range.upperBound <= title.labelRange.lowerBound {
      result += ByteString(bytes[..<date.range.lowerBound]) + self.date(request.date)
      index = date.range.upperBound
    }
    result += ByteString(bytes[index..<title.labelRange.lowerBound]) + label
    index = title.labelRange.upperBound
    if let target = title.targetRange {
      let old = ByteString(bytes[target])
      result += ByteString(bytes[index..<target.lowerBound]) + self.target(old, request: request)
      index = target.upperBound
    }
    guard let date = title.date, date.range.lowerBound >= index else {
      return result + closing(from: index) + undated(request)
    }
    let between = ByteString(bytes[index..<date.range.lowerBound])
    let hasName = between.bytes.contains(where: \.isASCIILetterOrDigit)
    let after = bytes[date.range.upperBound...].prefix { !$0.isASCIILetterOrDigit && $0 != 91 }
    if hasName { return result + closing(from: index) + " - " + self.date(request.date) }
    var end = ByteString(after)
    while let shorter = end.dropping(suffix: " ") { end = shorter }
    let tags: ByteString = end.contains("<") ? ByteString(bytes[(date.range.upperBound)...]) : end
    return result + between + self.date(request.date) + tags
  }

  /// What closes the label's brackets and marks: up to the first blank.
  private func closing(from index: Int) -> ByteString {
    ByteString(text.bytes[index...].prefix { !$0.isBlank && !$0.isASCIILetterOrDigit && $0 != 58 })
  }

  /// Keep a Changelog's bracketed headings have a date; a file that never writes one gets none.
  private func undated(_ request: ReleaseRequest) -> ByteString {
    title.isBracketed && title.targetRange == nil ? " - " + request.date : ""
  }

  private func target(_ old: ByteString, request: ReleaseRequest) -> ByteString {
    if let compare = CompareTarget(old) { return compare.url(from: compare.new, to: request.tag) }
    guard let range = old.firstRange(of: title.label) else { return old }
    let tail = old.bytes[range.upperBound...]
    let bare = title.label.withoutTagPrefix
    let spelled = ByteString(title.label.bytes.dropLast(bare.count)) + request.version.spelling
    return ByteString(old.bytes[..<range.lowerBound]) + spelled + ByteString(tail)
  }

  /// `2024-05-06` in the form of the file's dates; ISO 8601 for what is no known form.
  private func date(_ iso: ByteString) -> ByteString {
    guard let date = title.date else { return iso }
    let parts = iso.split(on: UInt8(ascii: "-"))
    guard parts.count == 3, let month = Int(parts[1].text), (1...12).contains(month) else {
      return iso
    }
    if let separator = date.separator { return parts.joined(separator: ByteString([separator])) }
    return spelledOut(date.text, year: parts[0], month: month, day: parts[2]) ?? iso
  }

  private static let months: [ByteString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October",
    "November", "December",
  ]

  /// `May 6, 2024`, `6 May 2024`, with a long or short name.
  private func spelledOut(
    _ model: ByteString,
    year: ByteString,
    month: Int,
    day: ByteString
  ) -> ByteString? {
    let words = model.split(on: 32).filter { !$0.isEmpty }
    guard words.count == 3 else { return nil }
    let day = day.dropping(prefix: "0") ?? day
    let name = Self.months[month - 1]
    var result: [ByteString] = []
    for word in words {
      let core = word.dropping(suffix: ",") ?? word
      let comma: ByteString = core == word ? "" : ","
      if core.bytes.allSatisfy(\.isASCIIDigit) {
        result.append((core.count == 4 ? year : day) + comma)
      } else if core.bytes.first?.isASCIILetter == true {
        result.append(
          (core.count == 3 && core != "May" ? ByteString(name.bytes.prefix(3)) : name) + comma
        )
      } else {
        return nil
      }
    }
    return result.joined(separator: " ")
  }
}
