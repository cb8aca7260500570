import ByteKit
import CPosix

extension FileSystem {
  /// Makes an empty file beside `target`, open for writing; nil leaves the reason in `errno`.
  static func makeTemporary(beside target: ByteString) -> (path: ByteString, descriptor: Int32)? {
    var name = ByteString("\(target).tmp-XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
    let descriptor = name.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { cposix_make_temporary($0) } ?? -1
    }
    guard descriptor >= 0 else { return nil }
    return (ByteString(name.dropLast().map(UInt8.init(bitPattern:))), descriptor)
  }
}
