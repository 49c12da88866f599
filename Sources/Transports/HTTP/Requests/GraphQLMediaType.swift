/// A media type without its parameters, in lower case: `application/json`.
///
/// Specification: RFC 9110, section 8.3.1.
package struct GraphQLMediaType: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// The media type of a `Content-Type` field; nil when there is none in it.
  package init?(_ field: String) {
    // Nearly every response has one of these.
    for known in Self.frequent where field.hasPrefix(known.description) {
      let end = field.utf8.dropFirst(known.description.utf8.count).first
      if end == nil || end == UInt8(ascii: ";") {
        self = known
        return
      }
    }
    // By bytes: each response has one, and characters take ten times as long.
    let bytes = field.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
    let type = bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard type.contains(UInt8(ascii: "/")) else { return nil }
    description = String(decoding: type, as: UTF8.self).lowercased()
  }

  private init(known: String) { description = known }

  private static let frequent = [graphQLResponse, json]

  /// `application/graphql-response+json`: the body is the GraphQL server's whatever the status.
  package static let graphQLResponse = GraphQLMediaType(known: "application/graphql-response+json")

  /// `application/json`: the body is the GraphQL server's when the status is a success.
  package static let json = GraphQLMediaType(known: "application/json")

  /// Whether bodies of this type are JSON: `application/json`, `text/json`, or anything that ends in `+json`.
  package var isJSON: Bool { self == .json || description == "text/json" || description.hasSuffix("+json") }

  /// Whether servers use this type when nobody configured one: `text/plain` or `application/octet-stream`.
  package var isUnspecific: Bool { description == "text/plain" || description == "application/octet-stream" }

  /// `multipart/mixed`: the body has several parts, as of a response that comes in parts.
  package static let multipartMixed = GraphQLMediaType(known: "multipart/mixed")
}
