#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

extension GraphQLNumber: GraphQLCodable {
  public init(_readingValue reader: inout GraphQLReader) throws { self = try reader.readNumber() }
  public func _writeValue(to writer: inout GraphQLWriter) { writer.writeNumber(self) }

  /// Decodes a number as exactly as the decoder allows: 64-bit integers, decimals of 38 digits, otherwise a `Double`.
  ///
  /// - Throws: `DecodingError` if the value is not a number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? decoder.number(Int64.self, expected: "number") {
      self.init(integer)
    } else if let integer = try? container.decode(UInt64.self) {
      self.init(integer)
    } else {
      let double = try decoder.number(Double.self, expected: "number")
      // If both have the same value, the Double's text is shorter.
      if let shortest = GraphQLNumber(double) {
        let decimal = (try? container.decode(Decimal.self)).flatMap { GraphQLNumber($0.description) }
        self = decimal ?? shortest
      } else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "The number is not finite.")
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let integer = integer(Int64.self) {
      try container.encode(integer)
    } else if let integer = integer(UInt64.self) {
      try container.encode(integer)
    } else if let double, GraphQLNumber(double) == self {
      try container.encode(double)
    } else if let decimal = Decimal(string: description) {
      try container.encode(decimal)
    } else {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath, debugDescription: "The number is outside of the encoder's range."))
    }
  }
}

extension GraphQLReader {
  /// Reads a number exactly.
  ///
  /// - Throws: ``GraphQLDecodingError`` if the value is not a number.
  public mutating func readNumber() throws -> GraphQLNumber {
    let start = p
    guard Self.startsNumber(start.pointee) else { return try decoded(GraphQLNumber.self, "number") }
    let isInteger = try skipNumber()
    return GraphQLNumber(checked: UnsafeBufferPointer(start: start, count: p - start), isInteger: isInteger)
  }
}

extension GraphQLWriter {
  /// Writes a number exactly.
  public mutating func writeNumber(_ value: GraphQLNumber) {
    guard destination == .json else { return pass(value) }
    storeASCII(value.description)
  }
}
