import ByteKit

extension ByteString {
  /// Up to the first NUL, as C reads it.
  var untilNUL: ByteString {
    guard let end = bytes.firstIndex(of: 0) else { return self }
    return ByteString(bytes[..<end])
  }
}
