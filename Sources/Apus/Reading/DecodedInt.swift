/// An `Int` as a decoder gives it.
///
/// `JSONDecoder` reports a number that is no `Int` as if the text were not JSON, and without its place.
struct DecodedInt: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      value = try container.decode(Int.self)
    } catch let error where !(error is DecodingError) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected Int", underlyingError: error))
    }
  }
}
