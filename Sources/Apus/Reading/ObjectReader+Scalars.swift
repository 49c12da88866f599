extension ObjectReader {
  /// Reads an integer. A number with a fraction or an exponent is one when its value is: `1.0`, `1e2`.
  ///
  /// Specification: <https://spec.graphql.org/draft/#sec-Int.Result-Coercion>.
  ///
  /// - Throws: when another kind of value stands here, or the number is no integer, or too large for `Int`.
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
    guard Self.startsNumber(p.pointee) else { return try decoded(Int.self, "Int") }
    _ = try skipNumber()
    let text = UnsafeBufferPointer(start: start, count: p - start)
    guard let value = DecimalDigits(text).exactly(Int.self) else {
      throw mismatch(at: start, expected: "Int")
    }
    return value
  }

  /// Reads a number as the nearest `Double`.
  ///
  /// - Throws: when another kind of value stands here, or the number lies beyond the range of `Double`.
  public mutating func readDouble() throws -> Double {
    let start = p
    guard Self.startsNumber(start.pointee) else { return try decoded(Double.self, "Float") }
    _ = try skipNumber()
    if let value = JSONNumber.double(start, p) { return value }
    let value = Double(String(decoding: UnsafeBufferPointer(start: start, count: p - start), as: UTF8.self))
    guard let value, value.isFinite else { throw mismatch(at: start, expected: "Float") }
    return value
  }

  /// Reads `true` or `false`.
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

  /// Steps over a `null`.
  ///
  /// - Returns: whether one stood here; otherwise the reader stays where it is.
  public mutating func readNull() throws -> Bool {
    if p.pointee == JSONByte.n {
      try skipLiteral("null")
      return true
    }
    return try decoder?.singleValueContainer().decodeNil() ?? false
  }

  /// What a decoder has here; without one, a mismatch.
  @inline(never) func decoded<Value: Decodable>(
    _ type: Value.Type, _ expected: StaticString
  ) throws -> Value {
    guard let decoder else { throw mismatch(expected: expected.description) }
    return try decoder.singleValueContainer().decode(type)
  }
}
