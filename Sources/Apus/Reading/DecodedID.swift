#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An ID behind a `Decoder`: a string, or an integer's digits, as many as `Decimal` has.
struct DecodedID: Decodable, SampledID {
  let text: String

  /// The ID that a decoder has. It is asked for as one: a decoder that invents values knows it by its type.
  static func text(of decoder: any Decoder) throws -> String {
    try decoder.singleValueContainer().decode(DecodedID.self).text
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let string = try? container.decode(String.self) {
      text = string
    } else if let integer = try? decoder.number(Int64.self, expected: "ID") {
      text = String(integer)
    } else if let decimal = try? container.decode(Decimal.self),
      let digits = GraphQLNumber(decimal.description)?.integerText
    {
      text = digits
    } else {
      text = try container.decode(String.self)
    }
  }
}
