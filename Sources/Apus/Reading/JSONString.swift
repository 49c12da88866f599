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

  /// The length of the escape that begins at a backslash, or nil when it is none: surrogates must come in pairs.
  static func escapeLength(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int? {
    guard end - start >= 2 else { return nil }
    switch start[1] {
    case JSONByte.quote, JSONByte.backslash, JSONByte.slash, JSONByte.b, JSONByte.f, JSONByte.n, JSONByte.r,
      JSONByte.t:
      return 2
    case JSONByte.u:
      guard end - start >= 6, let unit = hexadecimal(start + 2) else { return nil }
      if unit < 0xD800 || unit > 0xDFFF { return 6 }
      guard unit < 0xDC00, end - start >= 12, start[6] == JSONByte.backslash, start[7] == JSONByte.u,
        let second = hexadecimal(start + 8), second >= 0xDC00, second <= 0xDFFF
      else { return nil }
      return 12
    default:
      return nil
    }
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
        guard source < end, let length = escapeLength(source, end) else { break }
        target += resolve(source, length, into: target)
        source += length
      }
      return target - start
    }
  }

  /// Stores what an escape stands for.
  ///
  /// - Returns: how many bytes that is.
  static func resolve(
    _ escape: UnsafePointer<UInt8>, _ length: Int, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    switch escape[1] {
    case JSONByte.b: target.pointee = 0x08
    case JSONByte.f: target.pointee = 0x0C
    case JSONByte.n: target.pointee = JSONByte.newline
    case JSONByte.r: target.pointee = JSONByte.carriageReturn
    case JSONByte.t: target.pointee = JSONByte.tab
    case JSONByte.u:
      var code = hexadecimal(escape + 2) ?? 0
      if length == 12, let second = hexadecimal(escape + 8) {
        code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
      }
      return encode(code, into: target)
    default: target.pointee = escape[1]
    }
    return 1
  }

  /// Stores a code point in UTF-8.
  private static func encode(_ code: UInt32, into target: UnsafeMutablePointer<UInt8>) -> Int {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | (code >> shift & 0x3F)) }
    if code < 0x80 {
      target[0] = UInt8(truncatingIfNeeded: code)
      return 1
    }
    if code < 0x800 {
      target[0] = UInt8(truncatingIfNeeded: 0xC0 | code >> 6)
      target[1] = continuation(0)
      return 2
    }
    if code < 0x10000 {
      target[0] = UInt8(truncatingIfNeeded: 0xE0 | code >> 12)
      target[1] = continuation(6)
      target[2] = continuation(0)
      return 3
    }
    target[0] = UInt8(truncatingIfNeeded: 0xF0 | code >> 18)
    target[1] = continuation(12)
    target[2] = continuation(6)
    target[3] = continuation(0)
    return 4
  }

  private static func hexadecimal(_ digits: UnsafePointer<UInt8>) -> UInt32? {
    var value: UInt32 = 0
    for index in 0..<4 {
      let digit = UInt32(digits[index])
      switch digit {
      case 0x30...0x39: value = value << 4 | (digit - 0x30)
      case 0x41...0x46: value = value << 4 | (digit - 0x37)
      case 0x61...0x66: value = value << 4 | (digit - 0x57)
      default: return nil
      }
    }
    return value
  }
}
