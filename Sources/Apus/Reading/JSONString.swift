/// Strings in JSON's form (RFC 8259, section 7).
enum JSONString {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// The number of bytes until a quote, a backslash, a control character or the end, eight at a time.
  ///
  /// - Parameter seen: what was passed over, or-ed together; bit 7 tells whether any of it was not ASCII.
  @inline(__always) static func plainRun(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ seen: inout UInt64
  ) -> Int {
    let bytes = UnsafeRawPointer(start)
    let count = end - start
    var index = 0
    while index &+ 8 <= count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let stops = stopMask(word)
      if stops != 0 {
        let bit = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount & ~7)
        seen |= word & ((1 &<< bit) &- 1)
        return index &+ Int(truncatingIfNeeded: bit >> 3)
      }
      seen |= word
      index &+= 8
    }
    while index < count {
      let byte = start[index]
      if byte == JSONByte.quote || byte == JSONByte.backslash || byte < JSONByte.space { break }
      seen |= UInt64(byte)
      index &+= 1
    }
    return index
  }

  /// Bit 7 of each byte that is a quote, a backslash or a control character; exact for the first of them.
  @inline(__always) static func stopMask(_ word: UInt64) -> UInt64 {
    let inControls = (word &- (low &* UInt64(JSONByte.space))) & ~word & high
    return quoteOrBackslashMask(word) | inControls
  }

  /// Bit 7 of each byte that is a quote or a backslash; exact for the first of them.
  @inline(__always) static func quoteOrBackslashMask(_ word: UInt64) -> UInt64 {
    let quotes = word ^ (low &* UInt64(JSONByte.quote))
    let backslashes = word ^ (low &* UInt64(JSONByte.backslash))
    let inQuotes = (quotes &- low) & ~quotes
    let inBackslashes = (backslashes &- low) & ~backslashes
    return (inQuotes | inBackslashes) & high
  }

  @inline(__always) static func isASCII(_ seen: UInt64) -> Bool { seen & high == 0 }

  /// Whether what a backslash begins is an escape; surrogates must come in pairs.
  ///
  /// - Returns: the escape's length, or nil.
  static func escapeLength(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    guard end - start >= 2 else { return nil }
    if start[1] == JSONByte.u { return codePoint(start, end)?.length }
    return simpleEscape(start[1]) == 0 ? nil : 2
  }

  /// A string whose escapes were checked.
  static func unescaping(_ raw: UnsafeBufferPointer<UInt8>) -> String {
    // No escape is shorter than what it stands for.
    String(unsafeUninitializedCapacity: raw.count) { text in
      guard let start = text.baseAddress, var source = raw.baseAddress else { return 0 }
      let end = source + raw.count
      var target = start
      while source < end {
        var seen: UInt64 = 0
        let count = plainRun(source, end, &seen)
        target.update(from: source, count: count)
        source += count
        target += count
        while source < end, source.pointee == JSONByte.backslash {
          guard resolve(&source, end, into: &target) else { return target - start }
        }
      }
      return target - start
    }
  }

  /// Steps over the escape that begins at a backslash, and stores what it stands for: four bytes at most.
  ///
  /// - Returns: whether it is one; otherwise nothing is done.
  @inline(__always) static func resolve(
    _ source: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>,
    into target: inout UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard end - source >= 2 else { return false }
    if source[1] == JSONByte.u {
      guard let point = codePoint(source, end) else { return false }
      encode(point.code, into: &target)
      source += point.length
      return true
    }
    let byte = simpleEscape(source[1])
    guard byte != 0 else { return false }
    target.pointee = byte
    target += 1
    source += 2
    return true
  }

  /// What a backslash and a letter stand for; zero when it is nothing.
  @inline(__always) private static func simpleEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case JSONByte.quote, JSONByte.backslash, JSONByte.slash: letter
    case JSONByte.n: JSONByte.newline
    case JSONByte.t: JSONByte.tab
    case JSONByte.r: JSONByte.carriageReturn
    case JSONByte.b: 0x08
    case JSONByte.f: 0x0C
    default: 0
    }
  }

  /// The code point of one escape, or of two that are a pair of surrogates.
  @inline(__always) private static func codePoint(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> (code: UInt32, length: Int)? {
    guard end - start >= 6 else { return nil }
    let unit = codeUnit(start + 2)
    if unit < 0xD800 || (unit > 0xDFFF && unit < 0x1_0000) { return (unit, 6) }
    guard unit < 0xDC00, end - start >= 12, start[6] == JSONByte.backslash, start[7] == JSONByte.u else {
      return nil
    }
    let second = codeUnit(start + 8)
    guard second >= 0xDC00, second <= 0xDFFF else { return nil }
    return (0x1_0000 &+ (unit &- 0xD800) &<< 10 &+ (second &- 0xDC00), 12)
  }

  /// Stores a code point in UTF-8.
  @inline(__always) private static func encode(
    _ code: UInt32, into target: inout UnsafeMutablePointer<UInt8>
  ) {
    if code < 0x80 {
      target.pointee = UInt8(truncatingIfNeeded: code)
      target += 1
      return
    }
    if code < 0x800 {
      target[0] = UInt8(truncatingIfNeeded: 0xC0 | code &>> 6)
      target[1] = continuation(code)
      target += 2
      return
    }
    if code < 0x1_0000 {
      target[0] = UInt8(truncatingIfNeeded: 0xE0 | code &>> 12)
      target[1] = continuation(code &>> 6)
      target[2] = continuation(code)
      target += 3
      return
    }
    target[0] = UInt8(truncatingIfNeeded: 0xF0 | code &>> 18)
    target[1] = continuation(code &>> 12)
    target[2] = continuation(code &>> 6)
    target[3] = continuation(code)
    target += 4
  }

  @inline(__always) private static func continuation(_ code: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: 0x80 | code & 0x3F)
  }

  /// Four hexadecimal digits; 0x10000 or more when they are none.
  @inline(__always) private static func codeUnit(_ digits: UnsafePointer<UInt8>) -> UInt32 {
    let first = UInt32(truncatingIfNeeded: hexadecimal(digits[0]))
    let second = UInt32(truncatingIfNeeded: hexadecimal(digits[1]))
    let third = UInt32(truncatingIfNeeded: hexadecimal(digits[2]))
    let fourth = UInt32(truncatingIfNeeded: hexadecimal(digits[3]))
    guard first | second | third | fourth < 16 else { return 0x1_0000 }
    return first &<< 12 | second &<< 8 | third &<< 4 | fourth
  }

  /// The value of a hexadecimal digit; 255 when it is none.
  @inline(__always) static func hexadecimal(_ digit: UInt8) -> UInt8 {
    let decimal = digit &- JSONByte.zero
    if decimal <= 9 { return decimal }
    let letter = (digit | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter &+ 10 : 255
  }
}
