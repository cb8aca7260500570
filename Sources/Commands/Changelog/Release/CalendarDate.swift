package import ByteKit

/// A day of the Gregorian calendar in UTC.
package struct CalendarDate: Hashable, Sendable {
  package let year: Int64
  package let month: Int64
  package let day: Int64

  /// Howard Hinnant's `civil_from_days`: exact for all years, without a calendar library.
  package init(secondsSinceEpoch seconds: Int64) {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `2024-05-06`.
  package var iso: ByteString {
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return ByteString("\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
  }
}
