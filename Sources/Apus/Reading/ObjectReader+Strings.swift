extension ObjectReader {
  /// Reads a string.
  ///
  /// - Throws: when another kind of value stands here, or the string breaks JSON's or UTF-8's rules.
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

  /// Whether a string has exactly these bytes: making it repairs what is not UTF-8.
  @inline(never) private static func isMade(_ string: String, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return true }
    let isSame = string.utf8.withContiguousStorageIfAvailable { utf8 in
      guard let made = utf8.baseAddress else { return false }
      return utf8.count == text.count && equal(made, start, text.count)
    }
    return isSame ?? false
  }

  /// A string that is not plain ASCII.
  ///
  /// - Parameter count: how many of its bytes were seen to be.
  @inline(never) private mutating func readUnusualString(_ count: Int) throws -> String {
    let start = p + 1
    var seen: UInt64 = 0
    let count = count &+ JSONString.plainRun(start + count, end, &seen)
    if start + count < end, start[count] == JSONByte.quote {
      let text = UnsafeBufferPointer(start: start, count: count)
      let string = String(decoding: text, as: UTF8.self)
      if Self.isMade(string, of: text) {
        p = start + (count &+ 1)
        return string
      }
    }
    return try readEscapedString(count, seen)
  }

  /// A string with escapes, or one that breaks a rule, in one pass.
  ///
  /// - Parameters:
  ///   - count: how many of its bytes were seen to be plain.
  ///   - seen: these, or-ed together.
  private mutating func readEscapedString(_ count: Int, _ seen: UInt64) throws -> String {
    let start = p + 1
    var s = start + count
    var seen = seen
    if count > textCapacity { growText(0, by: count) }
    text.update(from: start, count: count)
    var textCount = count
    while true {
      copyPlainRun(&s, &textCount, &seen)
      guard s < end, s.pointee != JSONByte.quote else { break }
      // One that is half of a pair, or is near the text's end.
      guard s.pointee == JSONByte.backslash, let escape = JSONEscape(s, end) else { throw noEscape(at: s) }
      if textCount &+ 4 > textCapacity { growText(textCount, by: 4) }
      s += escape.length
      var target = text + textCount
      escape.store(at: &target)
      textCount = target - text
    }
    guard s < end else { throw noEscape(at: s) }
    // Unescaping never splits a character, so the result is valid UTF-8 exactly if the text is.
    let made = UnsafeBufferPointer(start: UnsafePointer(text), count: textCount)
    if !JSONString.isASCII(seen) { try checkUTF8(start, s) }
    p = s + 1
    return String(knownUTF8: made, isASCII: false)
  }

  /// Copies plain bytes, and unescapes most escapes.
  @inline(__always) private mutating func copyPlainRun(
    _ s: inout UnsafePointer<UInt8>, _ textCount: inout Int, _ seen: inout UInt64
  ) {
    // Eight bytes and an escape at a time: all eight are stored, and what is behind the plain ones is stored over.
    let end = end
    var target = text + textCount
    var limit = text + textCapacity
    while s + (8 &+ JSONEscape.quickLength) <= end {
      if target + 12 > limit {
        textCount = target - text
        growText(textCount, by: 12)
        target = text + textCount
        limit = text + textCapacity
      }
      let word = Self.word(s, 0)
      UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
      let stops = JSONString.stopMask(word)
      if stops == 0 {
        seen |= word
        s += 8
        target += 8
        continue
      }
      let bit = UInt64(truncatingIfNeeded: stops.trailingZeroBitCount & ~7)
      seen |= word & ((1 &<< bit) &- 1)
      let count = Int(truncatingIfNeeded: bit &>> 3)
      s += count
      target += count
      guard s.pointee == JSONByte.backslash, let escape = JSONEscape(quick: s) else {
        textCount = target - text
        return
      }
      s += escape.length
      escape.store(at: &target)
    }
    textCount = target - text
    let run = JSONString.plainRun(s, end, &seen)
    if textCount &+ run > textCapacity { growText(textCount, by: run) }
    (text + textCount).update(from: s, count: run)
    s += run
    textCount &+= run
  }

  @inline(never) private mutating func growText(_ count: Int, by additional: Int) {
    textCapacity = (count + additional) * 2
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: textCapacity)
    grown.moveInitialize(from: text, count: count)
    text.deallocate()
    text = grown
  }

  /// What ends a run of plain bytes is neither a closing quote nor an escape.
  @inline(never) private func noEscape(at s: UnsafePointer<UInt8>) -> any Error {
    guard s < end else { return invalid(at: s, expected: "the string's closing quote") }
    guard s.pointee == JSONByte.backslash else {
      return invalid(at: s, expected: "an escape for the control character")
    }
    return invalid(at: s, expected: "an escape that JSON knows, surrogates in pairs")
  }

  private func checkUTF8(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) throws {
    let count = end - start
    let valid = UTF8Validation.validPrefix(UnsafeBufferPointer(start: start, count: count))
    guard valid == count else { throw invalid(at: start + valid, expected: "text in UTF-8") }
  }

  /// Steps over a string, checking all of it.
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

  /// A string with escapes, or not in ASCII.
  ///
  /// - Parameter count: how many of its bytes were seen to be plain ASCII.
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

  /// Reads an ID: a string, or an integer's digits; `1.0` and `1e2` are integers, too.
  ///
  /// Specification: <https://spec.graphql.org/draft/#sec-ID>.
  public mutating func readID() throws -> String {
    if p.pointee == JSONByte.quote { return try readString(as: "ID") }
    if let decoder { return try DecodedID.text(of: decoder) }
    let start = p
    guard Self.startsNumber(p.pointee) else { throw mismatch(expected: "ID") }
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
