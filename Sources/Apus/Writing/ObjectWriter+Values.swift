// Values where the writer stands. Codecs call these.
extension ObjectWriter {
  /// Writes a string.
  public mutating func writeString(_ value: String) throws {
    guard destination == .json else { return try pass(value) }
    storeString(value)
  }

  /// Writes an integer.
  public mutating func writeInt(_ value: Int) throws {
    guard destination == .json else { return try pass(value) }
    storeInt(value)
  }

  /// Writes a number.
  ///
  /// - Throws: an `EncodingError` when it is not finite.
  public mutating func writeDouble(_ value: Double) throws {
    guard destination == .json else { return try pass(value) }
    try storeDouble(value)
  }

  /// Writes `true` or `false`.
  public mutating func writeBool(_ value: Bool) throws {
    guard destination == .json else { return try pass(value) }
    storeBool(value)
  }

  /// Writes `null`.
  public mutating func writeNull() throws {
    switch destination {
    case .json: storeNull()
    case .hasher: hasher.combine(UInt8(0))
    case .encoder:
      var value = encoder?.singleValueContainer()
      try value?.encodeNil()
    }
  }

  /// Writes a list.
  ///
  /// - Parameters:
  ///   - elements: what the list holds.
  ///   - writeElement: writes one element where the writer stands.
  public mutating func writeList<Element>(
    _ elements: [Element], _ writeElement: (Element, inout ObjectWriter) throws -> Void
  ) throws {
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
      hasher.combine(elements.count)
      for element in elements { try writeElement(element, &self) }
    case .encoder:
      guard var list = encoder?.unkeyedContainer() else { return }
      for element in elements {
        var writer = ObjectWriter(value: list.superEncoder())
        try writeElement(element, &writer)
      }
    }
  }

  /// Writes a list whose elements a codec writes.
  public mutating func writeList<Codec: GraphQLCodec>(_ elements: [Codec.Value], of codec: Codec.Type) throws
  {
    if let encoder {
      var value = encoder.singleValueContainer()
      return try value.encode(elements.map(EncodedScalar<Codec>.init))
    }
    try writeList(elements) { element, writer in try codec.write(element, to: &writer) }
  }

  /// Hands a value to the encoder or the hasher.
  @inline(never) mutating func pass<Value: Encodable & Hashable>(_ value: Value) throws {
    if destination == .hasher { return hasher.combine(value) }
    var container = encoder?.singleValueContainer()
    try container?.encode(value)
  }

  // JSON's scalars. Hot.

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
    var length = 1
    var bound: UInt64 = 10
    while magnitude >= bound {
      length &+= 1
      if length == 20 { break }
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

  mutating func storeDouble(_ value: Double) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "JSON has no number for \(value)."))
    }
    if value == value.rounded(.towardZero), value.magnitude < 1e15, value != 0 || value.sign == .plus {
      return storeInteger(Int64(value))
    }
    storeASCII(value.description)
  }

  mutating func storeASCII(_ text: String) {
    var text = text
    text.withUTF8 { text in
      reserve(text.count)
      if let start = text.baseAddress { store(start, text.count) }
    }
  }
}

/// A custom scalar on its way to an `Encoder`.
struct EncodedScalar<Codec: GraphQLCodec>: Encodable {
  let value: Codec.Value

  func encode(to encoder: any Encoder) throws {
    var writer = ObjectWriter(value: encoder)
    try Codec.write(value, to: &writer)
  }
}
