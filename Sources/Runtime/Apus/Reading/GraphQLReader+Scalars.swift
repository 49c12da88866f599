extension GraphQLReader {
  /// Reads an integer. A number with a fraction or an exponent is valid if its value is an integer: `1.0`, `1e2`.
  ///
  /// Specification: <https://spec.graphql.org/draft/#sec-Int.Result-Coercion>.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a number or an integer, or does not fit into `Int`.
  public mutating func readInt() throws -> Int {
    var s = p
    let isNegative = s.pointee == JSONByte.minus
    if isNegative { s += 1 }
    let first = s
    var value: Int64 = 0
    // 18 digits fit into 64 bits.
    while s.pointee &- JSONByte.zero <= 9, s - first < 18 {
      value = value &* 10 &+ Int64(truncatingIfNeeded: s.pointee &- JSONByte.zero)
      s += 1
    }
    let next = s.pointee
    if s == first || (first.pointee == JSONByte.zero && s - first > 1) || next &- JSONByte.zero <= 9
      || next == JSONByte.point || next | 0x20 == JSONByte.e
    {
      return try readUnusualInt()
    }
    guard let integer = Int(exactly: isNegative ? 0 &- value : value) else { return try readUnusualInt() }
    p = s
    return integer
  }

  @inline(never) private mutating func readUnusualInt() throws -> Int {
    let start = p
    guard Self.startsNumber(p.pointee) else { return try decoded(DecodedInt.self, "Int").value }
    _ = try skipNumber()
    let text = UnsafeBufferPointer(start: start, count: p - start)
    guard let value = DecimalDigits(text).exactly(Int.self) else {
      throw mismatch(at: start, expected: "Int")
    }
    return value
  }

  /// Reads a number as the nearest `Double`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a number or is outside of the range of `Double`.
  public mutating func readDouble() throws -> Double {
    var s = p
    let isNegative = s.pointee == JSONByte.minus
    if isNegative { s += 1 }
    let first = s
    var mantissa: UInt64 = 0
    skipDigits(&s, &mantissa)
    var count = s - first
    guard count > 0, first.pointee != JSONByte.zero || count == 1 else { return try readUnusualDouble() }
    var exponent = 0
    if s.pointee == JSONByte.point {
      s += 1
      let fraction = s
      skipDigits(&s, &mantissa)
      exponent = fraction - s
      guard exponent < 0 else { return try readUnusualDouble() }
      count &-= exponent
    }
    if s.pointee | 0x20 == JSONByte.e {
      guard let scale = Self.skipExponent(&s) else { return try readUnusualDouble() }
      exponent &+= scale
    }
    // 19 digits fit into 64 bits, not counting a zero before the point.
    if first.pointee == JSONByte.zero { count &-= 1 }
    guard count <= 19, let value = JSONNumber.double(mantissa, exponent: exponent, isNegative: isNegative)
    else { return try readUnusualDouble() }
    p = s
    return value
  }

  /// Skips digits, eight at a time if possible, and appends them to a number.
  @inline(__always) private func skipDigits(_ s: inout UnsafePointer<UInt8>, _ number: inout UInt64) {
    while s + 8 <= end {
      let word = UInt64(littleEndian: Self.word(s, 0))
      // All are digits if neither they nor their values plus six leave the row of ASCII that begins with zero.
      let row: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
      let rows = word & row | ((word &+ 0x0606_0606_0606_0606) & row) &>> 4
      guard rows == 0x3333_3333_3333_3333 else { break }
      // Combine pairs, then fours and eights. The first digit is the lowest byte.
      let digits = word & 0x0F0F_0F0F_0F0F_0F0F
      let twos = (digits &* 2_561) &>> 8 & 0x00FF_00FF_00FF_00FF
      let fours = (twos &* 6_553_601) &>> 16 & 0x0000_FFFF_0000_FFFF
      number = number &* 100_000_000 &+ (fours &* 42_949_672_960_001) &>> 32
      s += 8
    }
    while s.pointee &- JSONByte.zero <= 9 {
      number = number &* 10 &+ UInt64(truncatingIfNeeded: s.pointee &- JSONByte.zero)
      s += 1
    }
  }

  /// Skips an exponent, starting at its letter; nil if it is invalid or has more than three digits.
  private static func skipExponent(_ s: inout UnsafePointer<UInt8>) -> Int? {
    s += 1
    let isNegative = s.pointee == JSONByte.minus
    if isNegative || s.pointee == JSONByte.plus { s += 1 }
    let first = s
    var value = 0
    while s.pointee &- JSONByte.zero <= 9, s - first < 4 {
      value = value &* 10 &+ Int(truncatingIfNeeded: s.pointee &- JSONByte.zero)
      s += 1
    }
    guard s > first, s - first < 4 else { return nil }
    return isNegative ? 0 &- value : value
  }

  /// Reads a number with many digits or an extreme exponent, or reports anything else.
  @inline(never) private mutating func readUnusualDouble() throws -> Double {
    let start = p
    guard Self.startsNumber(start.pointee) else { return try decoded(DecodedDouble.self, "Float").value }
    _ = try skipNumber()
    let text = UnsafeBufferPointer(start: start, count: p - start)
    let value = Double(String(decoding: text, as: UTF8.self))
    // Reject numbers that are too large, or so small that only zero would remain.
    guard let value, value.isFinite, value != 0 || DecimalDigits(text).digits.isEmpty else {
      throw mismatch(at: start, expected: "Float")
    }
    return value
  }

  /// Reads `true` or `false`.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a Boolean.
  public mutating func readBool() throws -> Bool {
    switch p.pointee {
    case JSONByte.t:
      try skipLiteral("true")
      return true
    case JSONByte.f:
      try skipLiteral("false")
      return false
    default:
      return try decoded(Bool.self, "Boolean")
    }
  }

  /// Skips a `null`.
  ///
  /// - Returns: whether there was one; otherwise the reader's position does not change.
  /// - Throws: ``GraphQLDecodingError`` if the value starts like `null` but is invalid.
  public mutating func readNull() throws -> Bool { try isNull() }

  /// `readNull` for use in the readers of fields. For most values it is a single comparison.
  @inline(__always) mutating func isNull() throws -> Bool {
    let byte = p.pointee
    if byte == JSONByte.n {
      if p + 4 <= end, Self.isNull(p) {
        p += 4
      } else {
        try skipLiteral("null")
      }
      return true
    }
    // A reader without bytes points at a zero.
    return byte == 0 ? try decodedNull() : false
  }

  /// Whether the next four bytes are `null`.
  @inline(__always) private static func isNull(_ bytes: UnsafePointer<UInt8>) -> Bool {
    UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)) == 0x6C6C_756E
  }
}
