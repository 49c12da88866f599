#if canImport(FoundationEssentials) && !canImport(Darwin)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An ID from a `Decoder`: a string, or an integer with at most as many digits as `Decimal` supports.
struct DecodedID: Decodable, SampledID {
  let text: String

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
