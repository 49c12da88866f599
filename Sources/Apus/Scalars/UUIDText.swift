/// UUIDs as text (RFC 9562, section 4): `8c9f6b1e-d0a5-4d2c-9d4b-6c1c0e5f7a11`.
enum UUIDText {
  /// Sixteen bytes, as Foundation has them.
  typealias Bytes = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
    UInt8
  )

  static let count = 36

  /// Whether a hyphen follows a byte of this position.
  private static func isGroupEnd(_ position: Int) -> Bool {
    position == 3 || position == 5 || position == 7 || position == 9
  }

  /// The bytes that a text names, in any case; nil when it is no UUID.
  static func bytes(_ text: UnsafeBufferPointer<UInt8>) -> Bytes? {
    guard text.count == count, var source = text.baseAddress else { return nil }
    var bytes: Bytes = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      var position = 0
      while position < 16 {
        let high = JSONString.hexadecimal(source[0])
        let low = JSONString.hexadecimal(source[1])
        guard high | low < 16 else { return false }
        bytes[position] = high &<< 4 | low
        source += 2
        if isGroupEnd(position) {
          guard source.pointee == JSONByte.minus else { return false }
          source += 1
        }
        position &+= 1
      }
      return true
    }
    return isValid ? bytes : nil
  }

  /// Stores the text in lower case.
  ///
  /// - Returns: the number of bytes.
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
