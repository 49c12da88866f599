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
    var seen: UInt64 = 0
    let count = JSONString.plainRun(start, end, &seen)
    if start + count < end, start[count] == JSONByte.quote {
      let text = UnsafeBufferPointer(start: start, count: count)
      let string = String(decoding: text, as: UTF8.self)
      if JSONString.isASCII(seen) || Self.isMade(string, of: text) {
        p = start + (count &+ 1)
        return string
      }
    }
    return try readUnusualString()
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

  /// A string with escapes, or one that breaks a rule.
  @inline(never) private mutating func readUnusualString() throws -> String {
    let start = p + 1
    let isEscaped = try skipUnusualString()
    let raw = UnsafeBufferPointer(start: start, count: p - 1 - start)
    return isEscaped ? JSONString.unescaping(raw) : String(decoding: raw, as: UTF8.self)
  }

  /// Steps over a string, checking all of it.
  ///
  /// - Returns: whether it has escapes.
  @inline(__always) mutating func skipString() throws -> Bool {
    guard p.pointee == JSONByte.quote else { throw invalid(expected: "a string") }
    let start = p + 1
    var seen: UInt64 = 0
    let count = JSONString.plainRun(start, end, &seen)
    guard start + count < end, start[count] == JSONByte.quote, JSONString.isASCII(seen) else {
      return try skipUnusualString()
    }
    p = start + (count &+ 1)
    return false
  }

  /// A string with escapes, or not in ASCII.
  @inline(never) private mutating func skipUnusualString() throws -> Bool {
    let start = p + 1
    var s = start
    var seen: UInt64 = 0
    var isEscaped = false
    while true {
      s += JSONString.plainRun(s, end, &seen)
      guard s < end else { throw invalid(at: s, expected: "the string's closing quote") }
      if s.pointee == JSONByte.quote { break }
      guard s.pointee == JSONByte.backslash else {
        throw invalid(at: s, expected: "an escape for the control character")
      }
      guard let length = JSONString.escapeLength(s, end) else {
        throw invalid(at: s, expected: "an escape that JSON knows, surrogates in pairs")
      }
      isEscaped = true
      s += length
    }
    if !JSONString.isASCII(seen) {
      let text = UnsafeBufferPointer(start: start, count: s - start)
      let valid = UTF8Validation.validPrefix(text)
      guard valid == text.count else { throw invalid(at: start + valid, expected: "text in UTF-8") }
    }
    p = s + 1
    return isEscaped
  }

  /// Reads an ID: a string, or an integer's digits.
  ///
  /// Specification: <https://spec.graphql.org/draft/#sec-ID>.
  public mutating func readID() throws -> String {
    if p.pointee == JSONByte.quote { return try readString(as: "ID") }
    if let decoder { return try DecodedID(from: decoder).text }
    let start = p
    guard Self.startsNumber(p.pointee) else { throw mismatch(expected: "ID") }
    guard try skipNumber() else { throw mismatch(at: start, expected: "ID") }
    return String(decoding: UnsafeBufferPointer(start: start, count: p - start), as: UTF8.self)
  }
}
