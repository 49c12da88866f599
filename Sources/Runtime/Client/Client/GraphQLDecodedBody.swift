import Apus
import ApusPlatform

/// A closure that is given a decoded response before the caller has it. If it throws, the caller gets the error instead.
package typealias DecodedBodyHandler = @Sendable (GraphQLDecodedBody) async throws -> Void

/// The bytes of a response that was decoded: they are JSON to the last one, and nested no deeper than decoders go.
///
/// Made here alone, so that who walks the bytes without checks can rely on it.
package struct GraphQLDecodedBody: Sendable {
  /// The response, with `data` and `errors`.
  package let json: Data
  /// Its errors.
  package let errors: [GraphQLError]
  /// The seconds for which `Cache-Control` declares it fresh; nil without a declaration.
  package let maxAge: Int?
  /// The number of the operation, if the client is observed.
  package var operation: Int?

  /// Decodes a response to an operation.
  ///
  /// - Throws: `GraphQLDecodingError`.
  package static func decoding<Operation: GraphQLOperation>(
    _ json: Data, of operation: Operation
  ) throws -> (body: GraphQLDecodedBody, response: GraphQLResponse<Operation.Data>) {
    let response = try operation.response(json: json)
    return (GraphQLDecodedBody(json, response), response)
  }

  /// Decodes a response to an operation on whose parts no variables decide.
  ///
  /// - Throws: `GraphQLDecodingError`.
  package static func decoding<Operation: GraphQLOperation>(
    _ json: Data, as operation: Operation.Type
  ) throws -> (body: GraphQLDecodedBody, response: GraphQLResponse<Operation.Data>)
  where Operation._Conditions == _GraphQLNoConditions {
    let response = try Operation.response(json: json)
    return (GraphQLDecodedBody(json, response), response)
  }

  init<Value>(_ json: Data, _ response: GraphQLResponse<Value>, headers: GraphQLHTTPHeaders = [:]) {
    self.json = json
    errors = response.errors
    maxAge = Self.maxAge(headers)
  }

  /// Specification: <https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2>.
  private static func maxAge(_ headers: GraphQLHTTPHeaders) -> Int? {
    guard let control = headers["Cache-Control"] else { return nil }
    var found: Int?
    for part in control.split(separator: ",") {
      let words = part.split(separator: "=").map { $0.trimmed.lowercased() }
      switch words.first {
      case "no-store", "no-cache": return 0
      case "max-age" where words.count == 2:
        found = Int(words[1].filter { $0 != "\"" })
      default: break
      }
    }
    return found.map { max(0, $0) }
  }
}
