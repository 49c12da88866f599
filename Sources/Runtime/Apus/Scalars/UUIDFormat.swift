/// Converts UUIDs to and from text (RFC 9562, section 4): `8c9f6b1e-d0a5-4d2c-9d4b-6c1c0e5f7a11`.
enum UUIDFormat {
  /// Sixteen bytes, laid out as in Foundation.
  typealias Bytes = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
    UInt8
  )

  static let count = 36

  /// Whether a hyphen follows the byte at this index.
  private static func isGroupEnd(_ position: Int) -> Bool {
    position == 3 || position == 5 || position == 7 || position == 9
  }

  /// Parses a UUID in upper or lower case; nil if it is invalid.
  static func bytes(_ text: UnsafeBufferPointer<UInt8>) -> Bytes? {
    guard text.count == count, let start = text.baseAddress,
      start[8] == JSONByte.minus, start[13] == JSONByte.minus, start[18] == JSONByte.minus,
      start[23] == JSONByte.minus
    else { return nil }
    let (first, firstFaults) = HexadecimalDigits.bytes(GraphQLReader.word(start, 0))
    let (second, secondFaults) = fourBytes(start + 9, start + 14)
    let (third, thirdFaults) = fourBytes(start + 19, start + 24)
    let (last, lastFaults) = HexadecimalDigits.bytes(GraphQLReader.word(start, 28))
    guard firstFaults | secondFaults | thirdFaults | lastFaults == 0 else { return nil }
    var bytes: Bytes = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      bytes.storeBytes(of: first | second &<< 32, as: UInt64.self)
      bytes.storeBytes(of: third | last &<< 32, toByteOffset: 8, as: UInt64.self)
    }
    return bytes
  }

  /// Decodes two groups of four digits.
  @inline(__always) private static func fourBytes(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>
  ) -> (bytes: UInt64, faults: UInt64) {
    HexadecimalDigits.bytes(HexadecimalDigits.four(first) | HexadecimalDigits.four(second) &<< 32)
  }

  /// Writes the text in lower case.
  ///
  /// - Returns: the number of bytes written.
  static func store(_ bytes: Bytes, at start: UnsafeMutablePointer<UInt8>) -> Int {
    let digits: StaticString = "0123456789abcdef"
    withUnsafeBytes(of: bytes) { bytes in
      var target = start
      var position = 0
      while position < 16 {
        target[0] = digits.utf8Start[Int(bytes[position] >> 4)]
        target[1] = digits.utf8Start[Int(bytes[position] & 15)]
        target += 2
        if isGroupEnd(position) {
          target.pointee = JSONByte.minus
          target += 1
        }
        position &+= 1
      }
    }
    return count
  }
}
