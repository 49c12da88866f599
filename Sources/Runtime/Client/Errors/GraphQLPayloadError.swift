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
  /// One of the errors.
  public struct Item: Hashable, Sendable {
    /// The server's message, for people.
    public var message: String
    /// The error's `code`, if the schema has one and the operation selects it; a number as a string.
    public var code: String?
    /// The complete error, as selected by the operation.
    public var value: GraphQLValue
  }

  /// The name of the operation.
  public var operationName: String
  /// The response key of the field that returned the payload.
  public var field: String
  /// The errors in the payload; never empty.
  public var errors: [Item]
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

extension GraphQLPayloadError.Item {
  /// The errors in a member of a payload.
  static func items(_ value: GraphQLValue) -> [GraphQLPayloadError.Item] {
    switch value {
    case .list(let elements): elements.flatMap(items)
    case .string(let message): [Self(message: message, code: nil, value: value)]
    case .object:
      [Self(message: value["message"].string ?? value.description, code: text(value["code"]), value: value)]
    case .null, .bool, .number: []
    }
  }

  private static func text(_ code: GraphQLValue) -> String? {
    if case .number(let number) = code { return number.description }
    return code.string
  }
}
