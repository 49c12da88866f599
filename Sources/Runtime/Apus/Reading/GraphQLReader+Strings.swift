extension GraphQLReader {
  /// Reads a string.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a string, or is not valid JSON or UTF-8.
  public mutating func readString() throws -> String { try readString(as: "String") }

  @inline(__always) mutating func readString(as expected: StaticString) throws -> String {
    guard p.pointee == JSONByte.quote else {
      return try decoded(String.self, expected)
    }
    let start = p + 1
    let count = JSONString.asciiRun(start, end)
    guard start + count < end, start[count] == JSONByte.quote else { return try readUnusualString(count) }
    p = start + (count &+ 1)
    return String(knownUTF8: UnsafeBufferPointer(start: start, count: count), isASCII: true)
  }

  /// Reads a string that is not plain ASCII.
  ///
  /// - Parameter count: the number of leading bytes known to be plain ASCII.
  @inline(never) private mutating func readUnusualString(_ count: Int) throws -> String {
    let start = p + 1
    if start + count < end, start[count] == JSONByte.backslash {
      return try readEscapedString(count, isASCII: true)
    }
    let stop = UTF8Validation.plainRun(start + count, end)
    let known = stop - start
    if stop < end, stop.pointee == JSONByte.quote {
      p = stop + 1
      return String(knownUTF8: UnsafeBufferPointer(start: start, count: known), isASCII: false)
    }
    // Everything before the escape is valid, but an error may follow later.
    return try readEscapedString(known, isASCII: known == count)
  }

  /// Skips a string and validates all of it.
  ///
  /// - Returns: whether it has escapes.
  @inline(__always) mutating func skipString() throws -> Bool {
    guard p.pointee == JSONByte.quote else { throw invalid(expected: "a string") }
    let start = p + 1
    let count = JSONString.asciiRun(start, end)
    guard start + count < end, start[count] == JSONByte.quote else { return try skipUnusualString(count) }
    p = start + (count &+ 1)
    return false
  }

  /// Skips a string that has escapes or is not ASCII.
  ///
  /// - Parameter count: the number of leading bytes known to be plain ASCII.
  @inline(never) private mutating func skipUnusualString(_ count: Int) throws -> Bool {
    let start = p + 1
    var s = start + count
    var seen: UInt64 = 0
    var isEscaped = false
    while true {
      while s + (8 &+ JSONEscape.quickLength) <= end {
        let word = Self.word(s, 0)
        let stops = JSONString.stopMask(word)
        if stops == 0 {
          seen |= word
          s += 8
          continue
        }
        let bit = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount & ~7)
        seen |= word & ((1 &<< bit) &- 1)
        s += Int(truncatingIfNeeded: bit &>> 3)
        guard s.pointee == JSONByte.backslash, let escape = JSONEscape(quick: s) else { break }
        isEscaped = true
        s += escape.length
      }
      s += JSONString.plainRun(s, end, &seen)
      if s < end, s.pointee == JSONByte.quote { break }
      guard s < end, s.pointee == JSONByte.backslash, let escape = JSONEscape(s, end) else {
        throw noEscape(at: s)
      }
      isEscaped = true
      s += escape.length
    }
    if !JSONString.isASCII(seen) { try checkUTF8(start, s) }
    p = s + 1
    return isEscaped
  }

  /// Reads an ID: a string, or the digits of an integer, including `1.0` and `1e2`.
  ///
  /// Specification: <https://spec.graphql.org/draft/#sec-ID>.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is neither a string nor an integer.
  public mutating func readID() throws -> String {
    if p.pointee == JSONByte.quote { return try readString(as: "ID") }
    let start = p
    guard Self.startsNumber(p.pointee) else { return try decoded(DecodedID.self, "ID").text }
    let isInteger = try skipNumber()
    let text = UnsafeBufferPointer(start: start, count: p - start)
    if isInteger {
      let digits = String(decoding: text, as: UTF8.self)
      return digits == "-0" ? "0" : digits
    }
    guard let digits = DecimalDigits(text).integerText else { throw mismatch(at: start, expected: "ID") }
    return digits
  }
}
