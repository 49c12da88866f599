import Apus
import ApusPlatform

/// The errors in the payload of a mutation.
///
/// ```swift
/// var client = client
/// client.checks = [.userErrors(in: ["problems"])]
/// do {
///   _ = try await client.perform(SaveAlbumMutation(id: "a1"))
/// } catch let error as GraphQLPayloadError {
///   print(error.errors.map(\.message))
/// }
/// ```
public struct GraphQLPayloadError: Error, Hashable, Sendable {
  /// The name of the operation.
  public var operationName: String
  /// The response key of the field that returned the payload.
  public var field: String
  /// The errors in the payload; never empty. The `extensions` of an error are its members, as selected by the operation, such as `code`; a code that is a
  /// number is a string there.
  public var errors: [GraphQLError]
}

extension GraphQLPayloadError: CustomStringConvertible {
  public var description: String {
    "\(operationName): \(field): \(errors.map(\.message).joined(separator: "; "))"
  }
}

extension GraphQLPayloadError: LocalizedError {
  /// Equal to ``description``.
  public var errorDescription: String? { description }
}

extension GraphQLPayloadError {
  /// The errors in a member of a payload.
  static func errors(_ value: GraphQLValue) -> [GraphQLError] {
    switch value {
    case .list(let elements): return elements.flatMap(errors)
    case .string(let message): return [GraphQLError(message: message)]
    case .object(var members):
      if case .number(let code)? = members["code"] { members["code"] = .string(code.description) }
      return [GraphQLError(message: value["message"].string ?? value.description, extensions: members)]
    case .null, .bool, .number: return []
    }
  }
}
