import Apus
import Foundation

/// The bytes of a response that was decoded: they are JSON to the last one, and nested no deeper than decoders go.
///
/// Made here alone, so that who walks the bytes without checks can rely on it.
package struct GraphQLDecodedBody: Sendable {
  /// The response, with `data` and `errors`.
  package let json: Data
  /// Its errors.
  package let errors: [GraphQLError]

  /// Decodes a response.
  ///
  /// - Throws: `GraphQLDecodingError`.
  package static func decoding<Operation: GraphQLOperation>(
    _ json: Data, as operation: Operation.Type
  ) throws -> (body: GraphQLDecodedBody, response: GraphQLResponse<Operation.Data>) {
    let response = try Operation.response(json: json)
    return (GraphQLDecodedBody(json, response), response)
  }

  init<Value>(_ json: Data, _ response: GraphQLResponse<Value>) {
    self.json = json
    errors = response.errors
  }
}
