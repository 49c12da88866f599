import Apus
import ApusPlatform

/// Identifies the user of a connection by everything that it is opened with, unless the app identifies the user itself.
///
/// A JSON Web Token is represented by its claims, without those that differ in each token, so that a newer token of the same user can replace it.
/// Specification: RFC 7519.
enum ConnectionUser {
  /// The claims that differ in each token.
  private static let claimsOfSingleTokens: Set = [
    "exp", "iat", "nbf", "jti", "auth_time", "nonce", "at_hash", "c_hash", "origin_jti", "event_id", "rat",
  ]

  static func identified(by headers: GraphQLHTTPHeaders, _ payload: GraphQLValue?) -> GraphQLValue {
    var fields: [String: GraphQLValue] = [:]
    for field in headers.fields {
      let name = field.name.lowercased()
      fields[name] = .list((fields[name]?.list ?? []) + [identity(of: field.value)])
    }
    return ["headers": .object(fields), "payload": payload.map(identity(of:)) ?? nil]
  }

  private static func identity(of value: GraphQLValue) -> GraphQLValue {
    switch value {
    case .string(let text): identity(of: text)
    case .list(let elements): .list(elements.map(identity(of:)))
    case .object(let members): .object(members.mapValues(identity(of:)))
    case .null, .bool, .number: value
    }
  }

  /// The user identified by a string such as the value of a header field.
  static func identity(of text: String) -> GraphQLValue {
    // A token follows `Bearer` or another scheme.
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let token = words.popLast(), let claims = claims(of: token) else { return .string(text) }
    return .list(words.map(GraphQLValue.string) + [.object(claims)])
  }

  /// The issuer and the subject of the token in a string; nil if it is not a JSON Web Token.
  static func subject(of text: String) -> [GraphQLValue]? {
    guard let claims = identity(of: text).list?.last?.object else { return nil }
    return [claims["iss"] ?? .null, claims["sub"] ?? .null]
  }

  /// The claims of a token that identify its user; nil if it is not a JSON Web Token.
  private static func claims(of token: String) -> [String: GraphQLValue]? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var base64 = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let json = Data(base64Encoded: base64), let claims = try? GraphQLValue(json: json).object,
      claims["sub"] != nil
    else { return nil }
    return claims.filter { !claimsOfSingleTokens.contains($0.key) }
  }
}
