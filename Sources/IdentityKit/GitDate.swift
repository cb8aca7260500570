import ByteKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Whether git takes a text for a date: it is forgiving, but wants year, month, day and time.
///
/// Source: git-commit(1), "DATE FORMATS", and git's behaviour.
struct GitDate {
  private let text: [UInt8]
  private let now: Int64
  private var position = 0
  private var year: Int?
  /// From 0.
  private var month: Int?
  private var day: Int?
  private var hour: Int?
  private var minute: Int?
  private var second: Int?
  private var hasOffset = false

  private init(_ text: ByteString, now: Int64) {
    self.text = text.bytes
    self.now = now
  }

  static func isValid(_ text: ByteString, now: Int64? = nil) -> Bool {
    var date = GitDate(text, now: now ?? Int64(time(nil)))
    return date.read()
  }

  private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  private mutating func read() -> Bool {
    if isObjectHeaderDate { return true }
    while byte(position) != 0, byte(position) != UInt8(ascii: "\n") {
      let current = byte(position)
      let length: Int
      if current.isASCIILetter {
        length = readWord()
      } else if current.isASCIIDigit {
        length = readNumber()
      } else if current == UInt8(ascii: "-") || current == UInt8(ascii: "+"),
        byte(position + 1).isASCIIDigit
      {
        length = readOffset()
      } else {
        length = 1
      }
      position += max(length, 1)
    }
    return isComplete
  }

  /// `@<seconds> <offset>`, nothing else.
  private var isObjectHeaderDate: Bool {
    guard byte(0) == UInt8(ascii: "@"), byte(1).isASCIIDigit else { return false }
    let end = digitsEnd(1)
    guard byte(end) == UInt8(ascii: " "),
      byte(end + 1) == UInt8(ascii: "+") || byte(end + 1) == UInt8(ascii: "-")
    else { return false }
    let offsetEnd = digitsEnd(end + 2)
    return offsetEnd == end + 6 && (byte(offsetEnd) == 0 || byte(offsetEnd) == 10)
  }

  private var isComplete: Bool {
    guard let year, year >= 70, year <= 199, let month, month >= 0, month <= 11 else {
      return false
    }
    // Git sums up without asking for a day; only the sum -1 is refused.
    guard let hour, let minute, let second else { return false }
    let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month]
    let years = year - 70
    var days = day ?? -1
    if month < 2 || (years + 2) % 4 != 0 { days -= 1 }
    days += years * 365 + (years + 1) / 4 + before
    return days * 86_400 + hour * 3_600 + minute * 60 + second != -1
  }

  // MARK: - Words

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays",
  ]
  private static let zones = [
    "IDLW", "NT", "CAT", "HST", "HDT", "YST", "YDT", "PST", "PDT", "MST", "MDT", "CST", "CDT",
    "EST", "EDT", "AST", "ADT", "WAT", "GMT", "UTC", "Z", "WET", "BST", "CET", "MET", "MEWT",
    "MEST", "CEST", "MESZ", "FWT", "FST", "EET", "EEST", "WAST", "WADT", "CCT", "JST", "EAST",
    "EADT", "GST", "NZT", "NZST", "NZDT", "IDLE",
  ]

  private mutating func readWord() -> Int {
    for (index, name) in Self.months.enumerated() {
      let length = common(name)
      if length >= 3 {
        month = index
        return length
      }
    }
    for name in Self.weekdays {
      let length = common(name)
      if length >= 3 { return length }
    }
    for name in Self.zones {
      let length = common(name)
      if length >= 3 || length == name.utf8.count {
        hasOffset = true
        return length
      }
    }
    if common("PM") == 2 {
      hour = (hour ?? -1) % 12 + 12
      return 2
    }
    if common("AM") == 2 {
      hour = hour.map { $0 % 12 }
      return 2
    }
    var end = position + 1
    while byte(end).isASCIILetter { end += 1 }
    return end - position
  }

  /// How much of `name` stands here; 0 if the word goes on differently.
  private func common(_ name: String) -> Int {
    var length = 0
    var rest = name.utf8.makeIterator()
    while byte(position + length) != 0 {
      let here = byte(position + length)
      if let wanted = rest.next(), wanted.lowercasedASCII == here.lowercasedASCII {
        length += 1
        continue
      }
      return here.isASCIILetter || here.isASCIIDigit ? 0 : length
    }
    return length
  }

  // MARK: - Numbers

  private mutating func readNumber() -> Int {
    let end = digitsEnd(position)
    let number = number(position, end)
    if number >= 100_000_000, hasNothing, number < 67_768_036_191_676_800 {
      setSeconds(number)
      return end - position
    }
    let separator = byte(end)
    if [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")]
      .contains(separator), byte(end + 1).isASCIIDigit
    {
      let length = readSeparated(number, separator, end)
      if length > 0 { return length }
    }
    return readPlain(number, end)
  }

  private mutating func readPlain(_ number: Int, _ end: Int) -> Int {
    let count = end - position
    switch count {
    case 8:
      _ = setDate(number / 10_000, number % 10_000 / 100, number % 100, refusesFuture: false)
      return count
    case 6:
      let isTime = setTime(number / 10_000, number % 10_000 / 100, number % 100)
      if isTime, byte(end) == UInt8(ascii: "."), byte(end + 1).isASCIIDigit {
        return digitsEnd(end + 1) - position
      }
      return count
    case 4:
      if number <= 1400, !hasOffset {
        hasOffset = true
      } else if number > 1900, number < 2100 {
        year = number - 1900
      }
      return count
    case 1, 2:
      break
    default:
      return count
    }
    if number > 0, number < 32, day == nil {
      day = number
      return count
    }
    if count == 2, year == nil {
      if number < 10, day != nil {
        year = number + 100
        return count
      }
      if number >= 70 {
        year = number
        return count
      }
    }
    if number > 0, number < 13, month == nil { month = number - 1 }
    return count
  }

  /// `a:b:c`, `a-b-c` and the like; 0 if it makes no sense.
  private mutating func readSeparated(_ first: Int, _ separator: UInt8, _ end: Int) -> Int {
    var end = end
    let secondEnd = digitsEnd(end + 1)
    let middle = number(end + 1, secondEnd)
    end = secondEnd
    var last = -1
    if byte(end) == separator, byte(end + 1).isASCIIDigit {
      let lastEnd = digitsEnd(end + 1)
      last = number(end + 1, lastEnd)
      end = lastEnd
    }
    if separator == UInt8(ascii: ":") {
      guard setTime(first, middle, max(last, 0)) else { return 0 }
      if byte(end) == UInt8(ascii: "."), byte(end + 1).isASCIIDigit, year != nil, month != nil,
        day != nil
      {
        end = digitsEnd(end + 1)
      }
      return end - position
    }
    let isDot = separator == UInt8(ascii: ".")
    let isTaken =
      (first > 70 && setDate(first, middle, last, refusesFuture: false))
      || (first > 70 && setDate(first, last, middle, refusesFuture: false))
      || (!isDot && setDate(last, first, middle, refusesFuture: true))
      || setDate(last, middle, first, refusesFuture: true)
      || (isDot && setDate(last, first, middle, refusesFuture: true))
    return isTaken ? end - position : 0
  }

  private mutating func readOffset() -> Int {
    var end = digitsEnd(position + 1)
    var hours = number(position + 1, end)
    var minutes = 0
    switch end - position - 1 {
    case 4:
      minutes = hours % 100
      hours /= 100
    case 2:
      if byte(end) == UInt8(ascii: ":") {
        let minutesEnd = digitsEnd(end + 1)
        minutes = minutesEnd - position == 6 ? number(end + 1, minutesEnd) : 99
        end = minutesEnd
      }
    default:
      minutes = 99
    }
    if minutes < 60, hours < 24 { hasOffset = true }
    return end - position
  }

  // MARK: - Fields

  private var hasNothing: Bool {
    year == nil && month == nil && day == nil && hour == nil && minute == nil && second == nil
  }

  private mutating func setTime(_ hour: Int, _ minute: Int, _ second: Int) -> Bool {
    guard hour <= 24, minute < 60, second <= 60 else { return false }
    self.hour = hour
    self.minute = minute
    self.second = second
    return true
  }

  /// Takes a date as people count it; a year of -1 stands for the current one.
  private mutating func setDate(
    _ year: Int,
    _ month: Int,
    _ day: Int,
    refusesFuture: Bool
  ) -> Bool {
    guard month > 0, month < 13, day > 0, day < 32 else { return false }
    var full = self.year
    switch year {
    case -1:
      guard refusesFuture else {
        self.month = month - 1
        self.day = day
        return false
      }
      full = Self.year(of: now)
    case 1970..<2100: full = year - 1900
    case 71..<100: full = year
    case ..<38: full = year + 100
    default:
      if !refusesFuture {
        self.month = month - 1
        self.day = day
      }
      return false
    }
    if refusesFuture, let full, let start = dayStart(full, month - 1, day),
      now + 864_000 < start + clock
    {
      return false
    }
    self.month = month - 1
    self.day = day
    if year != -1 { self.year = full }
    return true
  }

  /// Seconds into the day that were read so far; a missing part counts as git counts it.
  private var clock: Int64 {
    guard let hour, let minute, let second else { return Int64.min / 4 }
    return Int64(hour * 3_600 + minute * 60 + second)
  }

  private func dayStart(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard year >= 70, year <= 199 else { return nil }
    let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month]
    let years = year - 70
    var days = day
    if month < 2 || (years + 2) % 4 != 0 { days -= 1 }
    return Int64(years * 365 + (years + 1) / 4 + before + days) * 86_400
  }

  private static func year(of seconds: Int64) -> Int {
    var moment = time_t(seconds)
    var parts = tm()
    gmtime_r(&moment, &parts)
    return Int(parts.tm_year)
  }

  private mutating func setSeconds(_ seconds: Int) {
    var moment = time_t(seconds)
    var parts = tm()
    gmtime_r(&moment, &parts)
    year = Int(parts.tm_year)
    month = Int(parts.tm_mon)
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
  }

  // MARK: - Bytes

  private func digitsEnd(_ start: Int) -> Int {
    var end = start
    while byte(end).isASCIIDigit { end += 1 }
    return end
  }

  /// The number in the range, as large as it can be if it is too large.
  private func number(_ start: Int, _ end: Int) -> Int {
    var value = 0
    for index in start..<max(start, end) {
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = product.addingReportingOverflow(Int(byte(index)) - 48)
      if overflows || overflowsToo { return Int.max }
      value = sum
    }
    return value
  }
}
