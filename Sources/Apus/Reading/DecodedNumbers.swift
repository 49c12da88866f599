// Numbers as a decoder gives them, in the terms of the reader's own: with the place of one that is not of its type.

/// An `Int`.
struct DecodedInt: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws { value = try decoder.number(Int.self, expected: "Int") }
}

/// A `Double`.
struct DecodedDouble: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws { value = try decoder.number(Double.self, expected: "Float") }
}

extension Decoder {
  /// A number.
  ///
  /// - Throws: a `DecodingError` with this place: `JSONDecoder` reports a number that is beyond the type as if the text were
  ///   not JSON, and without its place.
  func number<Number: Decodable & Numeric>(_ type: Number.Type, expected: String) throws -> Number {
    do {
      let container = try singleValueContainer()
      let number = try container.decode(Number.self)
      // To `JSONDecoder` 1e-999 is an integer, zero, but no Double.
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
