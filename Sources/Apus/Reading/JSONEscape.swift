/// An escape in a string: a backslash and a letter, `\u` and four digits, or two of the latter that are a pair of surrogates.
///
/// Written for texts in which any escape may follow any other: what cannot be foreseen is computed rather than branched on,
/// but for one branch between letters and digits.
struct JSONEscape {
  /// The code point.
  let code: UInt32
  /// The number of its bytes.
  let length: Int

  /// As many bytes as must be there for `init(quick:)`.
  static let quickLength = 6

  /// The unescaped byte for each letter, from the space on, sixteen a line: `\"`, `\/`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`.
  private static let meanings: StaticString = """
    \0\0\"\0\0\0\0\0\0\0\0\0\0\0\0/\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\\\0\0\0\
    \0\0\u{8}\0\0\0\u{C}\0\0\0\0\0\0\0\n\0\
    \0\0\r\0\t
    """

  /// An escape of a usual kind: one that is not half of a pair. Nil when it is another, or none.
  ///
  /// - Parameter start: the backslash, with at least `quickLength` bytes in the text.
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

  /// An escape of any kind; nil when what the backslash begins is none.
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
    guard unit < 0xDC00, end - start >= 12, start[6] == JSONByte.backslash, start[7] == JSONByte.u else {
      return nil
    }
    let second = Self.codeUnit(start + 8)
    guard second &- 0xDC00 < 0x400 else { return nil }
    (code, length) = (0x1_0000 &+ (unit &- 0xD800) &<< 10 &+ (second &- 0xDC00), 12)
  }

  /// More than any code unit.
  private static let nothing: UInt32 = 0x1_0000

  @inline(__always) private static func meaning(_ letter: UInt8) -> UInt32 {
    let index = Int(truncatingIfNeeded: letter &- JSONByte.space)
    guard index < meanings.utf8CodeUnitCount else { return nothing }
    let meaning = UInt32(truncatingIfNeeded: meanings.utf8Start[index])
    return meaning == 0 ? nothing : meaning
  }

  /// Four hexadecimal digits; `nothing` or more when one of them is none.
  @inline(__always) private static func codeUnit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    let (first, second) = (value(digits[0]), value(digits[1]))
    let (third, fourth) = (value(digits[2]), value(digits[3]))
    let faults = (first | second | third | fourth) & noDigit
    return first &<< 12 | second &<< 8 | third &<< 4 | fourth | faults &<< 10
  }

  @inline(__always) private static func value(_ digit: UInt8) -> UInt32 {
    UInt32(truncatingIfNeeded: digitValues.utf8Start[Int(truncatingIfNeeded: digit)])
  }

  /// The value of every byte that is not a hexadecimal digit: `@`.
  private static let noDigit: UInt32 = 0x40

  /// The value of each hexadecimal digit, sixteen bytes a line. A look-up takes half of what arithmetic with its checks does.
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

  /// Stores the code point in UTF-8. Four bytes are written to, however many it takes.
  @inline(__always) func store(at target: inout UnsafeMutablePointer<UInt8>) {
    if code < 0x80 {
      target.pointee = UInt8(truncatingIfNeeded: code)
      target += 1
      return
    }
    if code >= Self.nothing { return storeFour(at: &target) }
    // Six bits in each byte, the last one lowest; then what two or three bytes have in front of them.
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
