// Writes values at the current position. Codecs call these methods.
extension GraphQLWriter {
  /// Writes a string.
  public mutating func writeString(_ value: String) {
    guard destination == .json else { return pass(value) }
    storeString(value)
  }

  /// Writes an integer.
  public mutating func writeInt(_ value: Int) {
    guard destination == .json else { return pass(value) }
    storeInt(value)
  }

  /// Writes a number. If it is not finite, which JSON cannot represent, encoding ends with an `EncodingError`.
  public mutating func writeDouble(_ value: Double) {
    guard destination == .json else { return pass(value) }
    storeDouble(value)
  }

  /// Writes `true` or `false`.
  public mutating func writeBool(_ value: Bool) {
    guard destination == .json else { return pass(value) }
    storeBool(value)
  }

  /// Writes `null`.
  public mutating func writeNull() {
    switch destination {
    case .json: storeNull()
    case .encoder: pass(String?.none)
    case .hasher: hashNull()
    }
  }

  /// Writes a list.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - writeElement: writes one element at the current position.
  /// - Throws: errors of `writeElement`.
  public mutating func writeList<Element>(
    _ elements: [Element], _ writeElement: (Element, inout GraphQLWriter) throws -> Void
  ) rethrows {
    switch destination {
    case .json:
      append(JSONByte.openBracket)
      var index = 0
      while index < elements.count {
        if index > 0 { append(JSONByte.comma) }
        try writeElement(elements[index], &self)
        index += 1
      }
      append(JSONByte.closeBracket)
    case .hasher:
      hash(elements.count)
      for element in elements { try writeElement(element, &self) }
    case .encoder:
      guard var list = encoder?.unkeyedContainer() else { return }
      for element in elements {
        var writer = GraphQLWriter(list.superEncoder())
        try writeElement(element, &writer)
        if let failure = writer.failure { fail(failure) }
      }
    }
  }

  /// Writes a list whose elements are written by a codec.
  public mutating func writeList<Codec: GraphQLCodec>(_ elements: [Codec.Value], of codec: Codec.Type) {
    if destination == .encoder { return pass(elements.map(EncodedScalar<Codec>.init)) }
    writeList(elements) { element, writer in writer.write(element, as: codec) }
  }

  /// Writes a value with a codec.
  mutating func write<Codec: GraphQLCodec>(_ value: Codec.Value, as codec: Codec.Type) {
    do {
      try codec.write(value, to: &self)
    } catch {
      fail(error)
    }
  }

  /// Passes a value to the encoder. The hasher takes values without their codecs.
  @inline(never) mutating func pass(_ value: some Encodable) {
    do {
      var container = encoder?.singleValueContainer()
      try container?.encode(value)
    } catch {
      fail(error)
    }
  }

  // JSON's scalars. This is a hot path.

  mutating func storeNull() {
    reserve(4)
    store("null")
  }

  @inline(__always) mutating func storeBool(_ value: Bool) {
    reserve(5)
    if value { store("true") } else { store("false") }
  }

  @inline(__always) mutating func storeInt(_ value: Int) { storeInteger(Int64(value)) }

  mutating func storeInteger(_ value: Int64) {
    reserve(20)
    var magnitude = value.magnitude
    if value < 0 { store(JSONByte.minus) }
    // No Int64 has a magnitude of 10¹⁹ or more, the last bound.
    var length = 1
    var bound: UInt64 = 10
    while magnitude >= bound {
      length &+= 1
      bound = bound &* 10
    }
    var position = count &+ length
    count = position
    repeat {
      let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
      position &-= 1
      bytes[position] = JSONByte.zero &+ UInt8(truncatingIfNeeded: digit)
      magnitude = quotient
    } while magnitude > 0
  }

  mutating func storeDouble(_ value: Double) {
    guard value.isFinite else {
      let message = "JSON cannot represent \(value)."
      return fail(EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: message)))
    }
    if value == value.rounded(.towardZero), value.magnitude < 1e15, value != 0 || value.sign == .plus {
      return storeInteger(Int64(value))
    }
    reserve(NumberBuffer.capacity)
    var text = NumberBuffer(start: bytes + count)
    value.write(to: &text)
    count &+= text.count
  }

  mutating func storeASCII(_ text: String) {
    var text = text
    text.withUTF8 { text in
      reserve(text.count)
      if let start = text.baseAddress { store(start, text.count) }
    }
  }
}

/// A custom scalar for an `Encoder`.
struct EncodedScalar<Codec: GraphQLCodec>: Encodable {
  let value: Codec.Value

  func encode(to encoder: any Encoder) throws {
    var writer = GraphQLWriter(encoder)
    try Codec.write(value, to: &writer)
    try writer.finish()
  }
}
