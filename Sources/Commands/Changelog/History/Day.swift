package import ByteKit

/// Calendar days as a heading has them.
package enum Day {
  /// `YYYY-MM-DD` in UTC (proleptic Gregorian calendar) of seconds since the epoch.
  package static func text(_ seconds: Int64) -> ByteString {
    // Days since 0000-03-01, in eras of 400 years (Howard Hinnant's `civil_from_days`).
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int64, _ width: Int) -> ByteString {
      let digits = String(number)
      return ByteString(String(repeating: "0", count: max(0, width - digits.count)) + digits)
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
