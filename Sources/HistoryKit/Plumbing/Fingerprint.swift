/// A 128-bit hash that stands for a sequence of bytes within this process.
///
/// Two SipHashes under this process's random key: nobody who writes commits can aim at a collision.
package struct Fingerprint: Hashable, Sendable {
  private let first: UInt64
  private let second: UInt64

  /// Collects the bytes of one fingerprint.
  struct Builder {
    private var first = Hasher()
    private var second = Hasher()

    init() { second.combine(0x67_69_74 as UInt64) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      // The length separates one piece from the next.
      first.combine(bytes.count)
      first.combine(bytes: bytes)
      second.combine(bytes.count)
      second.combine(bytes: bytes)
    }

    mutating func add(_ mark: UInt8) {
      first.combine(mark)
      second.combine(mark)
    }

    func finished() -> Fingerprint {
      Fingerprint(
        first: UInt64(bitPattern: Int64(first.finalize())),
        second: UInt64(bitPattern: Int64(second.finalize()))
      )
    }
  }
}
