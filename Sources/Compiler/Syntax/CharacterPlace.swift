/// A character of the source, described the way messages print it.
struct CharacterPlace {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let offset: Int

  /// One past the character's last byte.
  var end: Int {
    var end = offset + 1
    while end < count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return min(end, count)
  }

  /// The character in quotes if it is printable ASCII, otherwise its code point.
  var name: String {
    guard offset < count else { return "<EOF>" }
    let byte = bytes[offset]
    if byte >= 0x20, byte <= 0x7E { return byte == 0x22 ? "'\"'" : "\"\(Character(Unicode.Scalar(byte)))\"" }
    let text = String(
      decoding: UnsafeBufferPointer(start: bytes + offset, count: end - offset), as: UTF8.self)
    let scalar = text.unicodeScalars.first?.value ?? 0xFFFD
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
