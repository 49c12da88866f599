// Skipping unused parts, all of which are validated.
extension GraphQLReader {
  mutating func skipValue() throws {
    if p < knownEnd {
      switch p.pointee {
      case JSONByte.quote: p = endOfKnownString(p)
      case JSONByte.openBrace, JSONByte.openBracket:
        if let end = known.end(of: p) { p = end } else { skipKnownValue() }
      default: skipKnownValue()
      }
    } else {
      if p.pointee == JSONByte.quote { _ = try skipString() } else { try skipValue(within: depth) }
      knownEnd = p
    }
  }

  /// Skips a value, other than a string, that was skipped before.
  private mutating func skipKnownValue() {
    var level = 0
    var s = p
    repeat {
      switch s.pointee {
      case JSONByte.quote:
        s = endOfKnownString(s)
        continue
      case JSONByte.openBrace, JSONByte.openBracket: level &+= 1
      case JSONByte.closeBrace, JSONByte.closeBracket: level &-= 1
      default:
        // A lone scalar: its container ends after it.
        if level == 0 {
          while s.pointee > JSONByte.space, s.pointee != JSONByte.comma, s.pointee != JSONByte.closeBrace,
            s.pointee != JSONByte.closeBracket
          {
            s += 1
          }
          p = s
          return
        }
      }
      s += 1
    } while level > 0
    p = s
  }

  /// The byte after the closing quote of a string that was skipped before.
  @inline(__always) private func endOfKnownString(_ quote: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var s = quote + 1
    while true {
      while s + 8 <= end {
        let stops = JSONString.quoteOrBackslashMask(Self.word(s, 0))
        if stops != 0 {
          s += stops.trailingZeroBitCount >> 3
          break
        }
        s += 8
      }
      while s.pointee != JSONByte.quote, s.pointee != JSONByte.backslash { s += 1 }
      if s.pointee == JSONByte.quote { return s + 1 }
      s += 2
    }
  }

  /// - Parameter outer: the number of objects and lists around the value.
  private mutating func skipValue(within outer: Int) throws {
    // The kinds of the open brackets, innermost first: 1 for an object, 0 for a list. They fit into one word; anything
    // deeper is skipped by a recursive call.
    var kinds: UInt64 = 0
    var level = 0
    while true {
      if p.pointee == JSONByte.openBrace || p.pointee == JSONByte.openBracket {
        if level == UInt64.bitWidth {
          try skipValue(within: outer + level)
        } else {
          guard outer + level < maximumDepth else { throw tooDeep() }
          let isObject = p.pointee == JSONByte.openBrace
          known.begin(at: p)
          p += 1
          skipWhitespace()
          kinds = kinds << 1 | (isObject ? 1 : 0)
          level += 1
          if p.pointee != (isObject ? JSONByte.closeBrace : JSONByte.closeBracket) {
            if isObject { _ = try skipName() }
            continue
          }
          // An empty container, which is closed below.
          try closeSkipped(&kinds, &level, outer)
        }
      } else {
        try skipScalar()
      }
      // A value has ended.
      while level > 0 {
        skipWhitespace()
        let isObject = kinds & 1 == 1
        if p.pointee == JSONByte.comma {
          p += 1
          skipWhitespace()
          if isObject { _ = try skipName() }
          break
        }
        guard p.pointee == (isObject ? JSONByte.closeBrace : JSONByte.closeBracket) else {
          throw invalid(expected: isObject ? "',' or '}'" : "',' or ']'")
        }
        try closeSkipped(&kinds, &level, outer)
      }
      if level == 0 { return }
    }
  }

  @inline(__always) private mutating func closeSkipped(
    _ kinds: inout UInt64, _ level: inout Int, _ outer: Int
  ) throws {
    p += 1
    known.finish(at: p)
    kinds >>= 1
    level -= 1
    if p == end, outer + level > 0 { throw invalid(expected: "',' or a closing bracket") }
  }

  private mutating func skipScalar() throws {
    switch p.pointee {
    case JSONByte.quote: _ = try skipString()
    case JSONByte.t: try skipLiteral("true")
    case JSONByte.f: try skipLiteral("false")
    case JSONByte.n: try skipLiteral("null")
    default:
      if Self.startsNumber(p.pointee) {
        _ = try skipNumber()
      } else if source == nil {
        throw invalid(expected: "a value")
      }
    }
  }

  /// Skips `true`, `false` or `null`, whose first letter is at the current position.
  mutating func skipLiteral(_ literal: StaticString) throws {
    let letters = literal.utf8Start
    var index = 1
    // This cannot run past the end, because the last byte of the text is not a letter.
    while index < literal.utf8CodeUnitCount {
      guard p[index] == letters[index] else { throw invalid(expected: "a value") }
      index &+= 1
    }
    p += index
  }

  @inline(__always) static func startsNumber(_ byte: UInt8) -> Bool {
    byte == JSONByte.minus || byte &- JSONByte.zero <= 9
  }

  /// Skips a number and validates its syntax (RFC 8259, section 6).
  ///
  /// - Returns: whether it has neither a fraction nor an exponent.
  mutating func skipNumber() throws -> Bool {
    var s = p
    if s.pointee == JSONByte.minus { s += 1 }
    if s.pointee == JSONByte.zero {
      s += 1
    } else {
      try skipDigits(&s)
    }
    var isInteger = true
    if s.pointee == JSONByte.point {
      isInteger = false
      s += 1
      try skipDigits(&s)
    }
    if s.pointee | 0x20 == JSONByte.e {
      isInteger = false
      s += 1
      if s.pointee == JSONByte.plus || s.pointee == JSONByte.minus { s += 1 }
      try skipDigits(&s)
    }
    p = s
    return isInteger
  }

  private mutating func skipDigits(_ s: inout UnsafePointer<UInt8>) throws {
    guard s.pointee &- JSONByte.zero <= 9 else { throw invalid(at: s, expected: "a digit") }
    repeat { s += 1 } while s.pointee &- JSONByte.zero <= 9
  }
}
