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
    let quotes = word ^ (low &* UInt64(JSONByte.quote))
    let backslashes = word ^ (low &* UInt64(JSONByte.backslash))
    let inQuotes = (quotes &- low) & ~quotes
    let inBackslashes = (backslashes &- low) & ~backslashes
    let inControls = (word &- (low &* UInt64(JSONByte.space))) & ~word
    return (inQuotes | inBackslashes | inControls) & high
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

  /// The bytes of a string whose escapes were checked.
  static func unescaping(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    guard var source = raw.baseAddress else { return bytes }
    let end = source + raw.count
    while source < end {
      var seen: UInt64 = 0
      let count = plainRun(source, end, &seen)
      bytes.append(contentsOf: UnsafeBufferPointer(start: source, count: count))
      source += count
      guard source < end, let length = escapeLength(source, end) else { break }
      appendEscape(source, length, to: &bytes)
      source += length
    }
    return bytes
  }

  private static func appendEscape(_ escape: UnsafePointer<UInt8>, _ length: Int, to bytes: inout [UInt8]) {
    switch escape[1] {
    case JSONByte.b: bytes.append(0x08)
    case JSONByte.f: bytes.append(0x0C)
    case JSONByte.n: bytes.append(JSONByte.newline)
    case JSONByte.r: bytes.append(JSONByte.carriageReturn)
    case JSONByte.t: bytes.append(JSONByte.tab)
    case JSONByte.u:
      var code = hexadecimal(escape + 2) ?? 0
      if length == 12, let second = hexadecimal(escape + 8) {
        code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
      }
      if let scalar = Unicode.Scalar(code) {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    default: bytes.append(escape[1])
    }
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

  /// The number of bytes before the first that breaks UTF-8 (RFC 3629): overlong forms, surrogates and what lies
  /// beyond U+10FFFF are refused.
  static func validUTF8Prefix(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let count = bytes.count
    var index = 0
    while index < count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch lead {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: length = 4
      default: return index
      }
      guard index + length <= count, second.contains(bytes[index + 1]) else { return index }
      var next = index + 2
      while next < index + length {
        guard bytes[next] & 0xC0 == 0x80 else { return index }
        next += 1
      }
      index += length
    }
    return count
  }
}
