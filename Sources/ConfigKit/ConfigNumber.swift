package import ByteKit

/// Git's reading of integers and booleans.
package enum ConfigNumber {
  enum Failure: Error {
    case invalidUnit
    case outOfRange

    var reason: String {
      switch self {
      case .invalidUnit: "invalid unit"
      case .outOfRange: "out of range"
      }
    }
  }

  /// Decimal, `0x` or octal, with `k`, `m` or `g` behind it; between `-limit` and `limit`.
  static func integer(
    _ text: ByteString,
    limit: Int64 = Int64.max
  ) throws(Failure) -> Int64 {
    var rest = text.bytes.drop { $0 == 32 || ($0 >= 9 && $0 <= 13) }
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    var radix: Int64 = 10
    if rest.first == UInt8(ascii: "0") {
      radix = 8
      let afterMark = rest.dropFirst(2)
      if let mark = rest.dropFirst().first, mark | 32 == UInt8(ascii: "x"),
        let first = afterMark.first, digit(first) < 16
      {
        radix = 16
        rest = afterMark
      }
    }
    var value: Int64 = 0
    var count = 0
    while let byte = rest.first, digit(byte) < radix {
      let (product, overflows) = value.multipliedReportingOverflow(by: radix)
      let (sum, overflowsToo) = product.addingReportingOverflow(digit(byte))
      if overflows || overflowsToo { throw .outOfRange }
      value = sum
      count += 1
      rest = rest.dropFirst()
    }
    guard count > 0 else { throw .invalidUnit }
    let factor: Int64 =
      switch ByteString(rest).lowercasedASCII.text {
      case "": 1
      case "k": 1 << 10
      case "m": 1 << 20
      case "g": 1 << 30
      default: throw .invalidUnit
      }
    guard value <= limit / factor else { throw .outOfRange }
    return (isNegative ? -value : value) * factor
  }

  private static func digit(_ byte: UInt8) -> Int64 {
    switch byte {
    case 48...57: Int64(byte - 48)
    case 65...70: Int64(byte - 55)
    case 97...102: Int64(byte - 87)
    default: 99
    }
  }

  /// nil if it is no boolean; a missing value is true, an empty one false.
  package static func boolean(_ text: ByteString?) -> Bool? {
    guard let text else { return true }
    switch text.lowercasedASCII.text {
    case "true", "yes", "on": return true
    case "false", "no", "off", "": return false
    default:
      guard let number = try? integer(text, limit: Int64(Int32.max)) else { return nil }
      return number != 0
    }
  }
}
