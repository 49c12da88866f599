/// Scanning of JSON strings (RFC 8259, section 7).
enum JSONString {
  private static let low: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// The number of bytes before a quote, backslash, control character or the end. Scans eight bytes at a time.
  ///
  /// - Parameter seen: the bitwise or of the skipped bytes; bit 7 is set if any of them is not ASCII.
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

  /// The number of bytes before a quote, backslash, control character, non-ASCII byte or the end. Scans sixteen bytes
  /// at a time.
  @inline(__always) static func asciiRun(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Int {
    let bytes = UnsafeRawPointer(start)
    let count = end - start
    var index = 0
    while index &+ 16 <= count {
      let first = unusual(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let second = unusual(bytes.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self))
      if (first | second) & high != 0 {
        // It is unpredictable which of the two contains it, so both are computed without a branch.
        let isSecond = first & high == 0
        let stops = (isSecond ? second : first) & high
        return index &+ (isSecond ? 8 : 0) &+ stops.trailingZeroBitCount &>> 3
      }
      index &+= 16
    }
    while index < count {
      let byte = start[index]
      if byte == JSONByte.quote || byte == JSONByte.backslash || byte < JSONByte.space || byte >= 0x80 {
        break
      }
      index &+= 1
    }
    return index
  }

  /// Sets bit 7 of each byte that is a quote, backslash, control character or not ASCII. Only exact for the first such
  /// byte, and the other bits are undefined.
  ///
  /// With one bit flipped, the quote comes right after the control characters, so one subtraction finds both.
  @inline(__always) private static func unusual(_ word: UInt64) -> UInt64 {
    let inControlsAndQuotes = (word ^ (low &* 0x02)) &- (low &* 0x21)
    let inBackslashes = (word ^ (low &* UInt64(JSONByte.backslash))) &- low
    return word | inControlsAndQuotes | inBackslashes
  }

  /// Bit 7 of each byte that is a quote, backslash or control character. Only exact for the first such byte.
  @inline(__always) static func stopMask(_ word: UInt64) -> UInt64 {
    let inControlsAndQuotes = (word ^ (low &* 0x02)) &- (low &* 0x21)
    let inBackslashes = (word ^ (low &* UInt64(JSONByte.backslash))) &- low
    return (inControlsAndQuotes | inBackslashes) & ~word & high
  }

  /// Bit 7 of each byte that is a quote or backslash. Only exact for the first such byte.
  @inline(__always) static func quoteOrBackslashMask(_ word: UInt64) -> UInt64 {
    let quotes = word ^ (low &* UInt64(JSONByte.quote))
    let backslashes = word ^ (low &* UInt64(JSONByte.backslash))
    let inQuotes = (quotes &- low) & ~quotes
    let inBackslashes = (backslashes &- low) & ~backslashes
    return (inQuotes | inBackslashes) & high
  }

  @inline(__always) static func isASCII(_ seen: UInt64) -> Bool { seen & high == 0 }

  /// A string from text whose escapes have been validated.
  static func unescaping(_ raw: UnsafeBufferPointer<UInt8>) -> String {
    // No escape is shorter than its character in UTF-8. Four bytes are stored for each.
    String(unsafeUninitializedCapacity: raw.count + 4) { text in
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
          guard let escape = JSONEscape(source, end) else { return target - start }
          source += escape.length
          escape.store(at: &target)
        }
      }
      return target - start
    }
  }
}
