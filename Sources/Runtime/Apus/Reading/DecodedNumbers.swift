// Numbers from a decoder, with errors that match the reader's own and include the path.

/// Reads an `Int`.
struct DecodedInt: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws { value = try decoder.number(Int.self, expected: "Int") }
}

/// Reads a `Double`.
struct DecodedDouble: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws { value = try decoder.number(Double.self, expected: "Float") }
}

extension Decoder {
  /// Decodes a number.
  ///
  /// - Throws: a `DecodingError` with the current path. `JSONDecoder` reports an out-of-range number as invalid JSON,
  ///   without a path.
  func number<Number: Decodable & Numeric>(_ type: Number.Type, expected: String) throws -> Number {
    do {
      let container = try singleValueContainer()
      let number = try container.decode(Number.self)
      // `JSONDecoder` decodes 1e-999 as the integer zero, but not as a Double.
      if number == 0 { _ = try container.decode(Double.self) }
      return number
    } catch DecodingError.dataCorrupted(let context) {
      throw corrupted(expected, context.underlyingError)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw corrupted(expected, error)
    }
  }

  private func corrupted(_ expected: String, _ error: (any Error)?) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "expected \(expected)", underlyingError: error))
  }
}
