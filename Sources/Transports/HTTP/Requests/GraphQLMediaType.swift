/// A media type without its parameters, in lower case: `application/json`.
///
/// Specification: RFC 9110, section 8.3.1.
package struct GraphQLMediaType: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Creates the media type of a `Content-Type` field; nil if the field contains none.
  package init?(_ field: String) {
    // Nearly all responses have one of these.
    for known in Self.frequent where field.hasPrefix(known.description) {
      let end = field.utf8.dropFirst(known.description.utf8.count).first
      if end == nil || end == UInt8(ascii: ";") {
        self = known
        return
      }
    }
    // Works on bytes: every response has a media type, and characters take ten times as long.
    let bytes = field.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
    let type = bytes.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard type.contains(UInt8(ascii: "/")) else { return nil }
    description = String(decoding: type, as: UTF8.self).lowercased()
  }

  private init(known: String) { description = known }

  private static let frequent = [graphQLResponse, json]

  /// `application/graphql-response+json`: the body comes from the GraphQL server, for every status.
  package static let graphQLResponse = GraphQLMediaType(known: "application/graphql-response+json")

  /// `application/json`: the body comes from the GraphQL server if the status is a success.
  package static let json = GraphQLMediaType(known: "application/json")

  /// Whether bodies of this type are JSON: `application/json`, `text/json`, or a type that ends in `+json`.
  package var isJSON: Bool { self == .json || description == "text/json" || description.hasSuffix("+json") }

  /// Whether servers use this type by default: `text/plain` or `application/octet-stream`.
  package var isUnspecific: Bool { description == "text/plain" || description == "application/octet-stream" }

  /// `multipart/mixed`: the body has several parts, like an incremental response.
  package static let multipartMixed = GraphQLMediaType(known: "multipart/mixed")
}
