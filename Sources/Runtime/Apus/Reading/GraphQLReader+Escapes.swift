// Strings with escapes.
extension GraphQLReader {
  /// Reads a string that contains escapes or is invalid, in one pass.
  ///
  /// - Parameters:
  ///   - count: the number of leading bytes known to be plain.
  ///   - isASCII: whether these are ASCII.
  mutating func readEscapedString(_ count: Int, isASCII: Bool) throws -> String {
    let start = p + 1
    var s = start + count
    var seen: UInt64 = isASCII ? 0 : .max
    if count > textCapacity { growText(0, by: count) }
    text.update(from: start, count: count)
    var textCount = count
    while true {
      if unescapeMost(&s, &textCount, &seen) {
        let run = JSONString.plainRun(s, end, &seen)
        if textCount &+ run > textCapacity { growText(textCount, by: run) }
        (text + textCount).update(from: s, count: run)
        s += run
        textCount &+= run
      }
      guard s < end, s.pointee != JSONByte.quote else { break }
      // Either half of a surrogate pair, or near the end of the text.
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

  /// Copies plain bytes and unescapes most escapes until close to the end of the text.
  ///
  /// - Parameter seen: the bitwise or of all skipped bytes, and possibly of some after them.
  /// - Returns: whether it stopped because of the end of the text, so that plain bytes may follow.
  @inline(__always) private mutating func unescapeMost(
    _ s: inout UnsafePointer<UInt8>, _ textCount: inout Int, _ seen: inout UInt64
  ) -> Bool {
    // Processes eight bytes and an escape at a time: all eight are stored, and the next store overwrites those after
    // the plain ones.
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
      seen |= word
      let stops = JSONString.stopMask(word)
      if stops == 0 {
        s += 8
        target += 8
        continue
      }
      let count = stops.trailingZeroBitCount &>> 3
      s += count
      target += count
      guard s.pointee == JSONByte.backslash, let escape = JSONEscape(quick: s) else {
        textCount = target - text
        return false
      }
      s += escape.length
      escape.store(at: &target)
    }
    textCount = target - text
    return true
  }

  @inline(never) private mutating func growText(_ count: Int, by additional: Int) {
    textCapacity = (count + additional) * 2
    text.grow(count, to: textCapacity, from: workspace.text.0)
  }

  /// The error if a run of plain bytes ends in neither a closing quote nor an escape.
  @inline(never) mutating func noEscape(at s: UnsafePointer<UInt8>) -> any Error {
    guard s < end else { return invalid(at: s, expected: "the string's closing quote") }
    guard s.pointee == JSONByte.backslash else {
      return invalid(at: s, expected: "an escape for the control character")
    }
    return invalid(at: s, expected: "an escape that JSON knows")
  }

  mutating func checkUTF8(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) throws {
    let count = end - start
    let valid = UTF8Validation.validPrefix(UnsafeBufferPointer(start: start, count: count))
    guard valid == count else { throw invalid(at: start + valid, expected: "text in UTF-8") }
  }
}
