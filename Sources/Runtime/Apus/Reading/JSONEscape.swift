/// An escape in a string: a backslash and a letter, `\u` and four digits, or two of the latter that form a surrogate
/// pair.
///
/// It is optimized for strings with arbitrary sequences of escapes: apart from one branch between letters and digits,
/// everything is computed instead of branched on.
struct JSONEscape {
  /// The code point that the escape stands for.
  let code: UInt32
  /// The length in bytes.
  let length: Int

  /// The number of bytes that `init(quick:)` needs.
  static let quickLength = 6

  /// The unescaped byte for each letter, starting at the space, sixteen per line: `\"`, `\/`, `\\`, `\b`, `\f`, `\n`,
  /// `\r`, `\t`.
  private static let resolved: StaticString = """
    \0\0\"\0\0\0\0\0\0\0\0\0\0\0\0/\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\\\0\0\0\
    \0\0\u{8}\0\0\0\u{C}\0\0\0\0\0\0\0\n\0\
    \0\0\r\0\t
    """

  /// Decodes a common escape that is not half of a surrogate pair; nil if it is another kind or invalid.
  ///
  /// - Parameter start: the backslash, followed by at least `quickLength` bytes of the text.
  @inline(__always) init?(quick start: UnsafePointer<UInt8>) {
    let letter = start[1]
    if letter == JSONByte.u {
      (code, length) = (Self.codeUnit(start + 2), 6)
      guard code &- 0xD800 >= 0x800, code < Self.nothing else { return nil }
    } else {
      (code, length) = (Self.meaning(letter), 2)
      guard code < Self.nothing else { return nil }
    }
  }

  /// Decodes any escape; nil if it is invalid.
  init?(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    guard end - start >= 2 else { return nil }
    if start[1] != JSONByte.u {
      (code, length) = (Self.meaning(start[1]), 2)
      guard code < Self.nothing else { return nil }
      return
    }
    guard end - start >= 6 else { return nil }
    let unit = Self.codeUnit(start + 2)
    if unit &- 0xD800 >= 0x800 {
      guard unit < Self.nothing else { return nil }
      (code, length) = (unit, 6)
      return
    }
    if unit < 0xDC00, end - start >= 12, start[6] == JSONByte.backslash, start[7] == JSONByte.u {
      let second = Self.codeUnit(start + 8)
      if second &- 0xDC00 < 0x400 {
        (code, length) = (0x1_0000 &+ (unit &- 0xD800) &<< 10 &+ (second &- 0xDC00), 12)
        return
      }
    }
    (code, length) = (Self.replacement, 6)
  }

  /// U+FFFD, which replaces half of a surrogate pair. Servers in JavaScript send one when they cut a string within an emoji.
  private static let replacement: UInt32 = 0xFFFD

  /// A value larger than any code unit.
  private static let nothing: UInt32 = 0x1_0000

  @inline(__always) private static func meaning(_ letter: UInt8) -> UInt32 {
    let index = Int(truncatingIfNeeded: letter &- JSONByte.space)
    guard index < resolved.utf8CodeUnitCount else { return nothing }
    let meaning = UInt32(truncatingIfNeeded: resolved.utf8Start[index])
    return meaning == 0 ? nothing : meaning
  }

  /// Decodes four hexadecimal digits; `nothing` or more if one of them is invalid.
  @inline(__always) private static func codeUnit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    let (first, second) = (value(digits[0]), value(digits[1]))
    let (third, fourth) = (value(digits[2]), value(digits[3]))
    let faults = (first | second | third | fourth) & noDigit
    return first &<< 12 | second &<< 8 | third &<< 4 | fourth | faults &<< 10
  }

  @inline(__always) private static func value(_ digit: UInt8) -> UInt32 {
    UInt32(truncatingIfNeeded: digitValues.utf8Start[Int(truncatingIfNeeded: digit)])
  }

  /// The table's value for bytes that are not hexadecimal digits: `@`.
  private static let noDigit: UInt32 = 0x40

  /// The value of each hexadecimal digit, sixteen bytes per line. A lookup takes half the time of checked arithmetic.
  private static let digitValues: StaticString = """
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    \0\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{9}@@@@@@\
    @\u{A}\u{B}\u{C}\u{D}\u{E}\u{F}@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @\u{A}\u{B}\u{C}\u{D}\u{E}\u{F}@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@\
    @@@@@@@@@@@@@@@@
    """

  /// Stores the code point in UTF-8. Always writes four bytes, however many are needed.
  @inline(__always) func store(at target: inout UnsafeMutablePointer<UInt8>) {
    if code < 0x80 {
      target.pointee = UInt8(truncatingIfNeeded: code)
      target += 1
      return
    }
    if code >= Self.nothing { return storeFour(at: &target) }
    // Six bits per byte, the last one lowest, then the prefix of two or three bytes.
    let bits = code & 0x3F | (code & 0xFC0) &<< 2 | (code & 0xF000) &<< 4
    let isThree = (0x7FF &- code) &>> 31
    let bytes = bits | 0xC080 &+ isThree &* (0xE0_8080 &- 0xC080)
    let ordered = (bytes &<< (16 &- 8 &* isThree)).byteSwapped
    UnsafeMutableRawPointer(target).storeBytes(of: ordered, as: UInt32.self)
    target += Int(truncatingIfNeeded: 2 &+ isThree)
  }

  @inline(never) private func storeFour(at target: inout UnsafeMutablePointer<UInt8>) {
    target[0] = UInt8(truncatingIfNeeded: 0xF0 | code &>> 18)
    target[1] = UInt8(truncatingIfNeeded: 0x80 | code &>> 12 & 0x3F)
    target[2] = UInt8(truncatingIfNeeded: 0x80 | code &>> 6 & 0x3F)
    target[3] = UInt8(truncatingIfNeeded: 0x80 | code & 0x3F)
    target += 4
  }
}
