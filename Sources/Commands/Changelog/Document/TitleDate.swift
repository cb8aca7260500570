package import ByteKit

/// The date in a heading, as spelled there.
package struct TitleDate: Hashable, Sendable {
  package var text: ByteString
  var range: Range<Int>
  /// The mark between the numbers of `2024-05-06`, `2024/05/06`, `2024.05.06`; nil for other forms.
  var separator: UInt8?

  package var isISO: Bool { separator == UInt8(ascii: "-") }

  /// Whether the numeric form names a day that the calendar has.
  package var isPossible: Bool {
    guard separator != nil else { return true }
    let numbers = text.bytes.split { !$0.isASCIIDigit }.compactMap { Int(ByteString($0).text) }
    guard numbers.count == 3 else { return true }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[max(0, min(11, month - 1))]).contains(day)
  }

  /// The first date in `bytes` at or after `start`: year first with `-`, `/` or `.`, else a month's
  /// name or three numbers.
  static func first(in bytes: [UInt8], from start: Int) -> TitleDate? {
    numeric(in: bytes, from: start) ?? named(in: bytes, from: start)
  }

  private static func numeric(in bytes: [UInt8], from start: Int) -> TitleDate? {
    var index = start
    while index < bytes.count, let first = bytes[index...].firstIndex(where: \.isASCIIDigit) {
      let year = bytes[first...].prefix(while: \.isASCIIDigit)
      index = year.endIndex
      guard index < bytes.count, [45, 46, 47].contains(bytes[index]) else { continue }
      let separator = bytes[index]
      let month = bytes[(index + 1)...].prefix(while: \.isASCIIDigit)
      guard (1...2).contains(month.count), month.endIndex < bytes.count,
        bytes[month.endIndex] == separator
      else { continue }
      let day = bytes[(month.endIndex + 1)...].prefix(while: \.isASCIIDigit)
      let isYearFirst = year.count == 4 && (1...2).contains(day.count)
      let isYearLast = (1...2).contains(year.count) && [2, 4].contains(day.count)
      guard isYearFirst || isYearLast else { continue }
      let range = first..<day.endIndex
      return TitleDate(
        text: ByteString(bytes[range]),
        range: range,
        separator: isYearFirst ? separator : nil
      )
    }
    return nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { ByteString($0) }

  private static func named(in bytes: [UInt8], from start: Int) -> TitleDate? {
    var index = start
    while index < bytes.count, let first = bytes[index...].firstIndex(where: \.isASCIILetter) {
      let word = bytes[first...].prefix(while: \.isASCIILetter)
      index = word.endIndex
      guard word.count >= 3,
        months.contains(ByteString(word.prefix(3)).lowercasedASCII)
      else { continue }
      let isDatePart = { (byte: UInt8) in byte.isASCIILetterOrDigit || byte == 32 || byte == 44 }
      let before = bytes[start..<first].reversed().prefix(while: isDatePart)
      let after = bytes[word.endIndex...].prefix(while: isDatePart)
      guard before.contains(where: \.isASCIIDigit) || after.contains(where: \.isASCIIDigit) else {
        continue
      }
      var range = (first - before.count)..<after.endIndex
      while range.lowerBound < range.upperBound, bytes[range.lowerBound] == 32 {
        range = (range.lowerBound + 1)..<range.upperBound
      }
      while range.upperBound > range.lowerBound, bytes[range.upperBound - 1] == 32 {
        range = range.lowerBound..<(range.upperBound - 1)
      }
      return TitleDate(text: ByteString(bytes[range]), range: range, separator: nil)
    }
    return nil
  }
}
