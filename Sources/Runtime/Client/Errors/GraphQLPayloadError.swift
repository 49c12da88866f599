import Apus
import ApusPlatform

/// The errors that a mutation's payload carries.
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
  /// One of them.
  public struct Item: Hashable, Sendable {
    /// The server's message, for people.
    public var message: String
    /// `code`, if the schema has one and the operation selects it; a number as a string.
    public var code: String?
    /// The whole error, as the operation selects it.
    public var value: GraphQLValue
  }

  /// The operation whose payload it was.
  public var operationName: String
  /// The response key of the field whose payload it is.
  public var field: String
  /// The errors that the payload carried; one at least.
  public var errors: [Item]
}

extension GraphQLPayloadError: CustomStringConvertible {
  public var description: String {
    "\(operationName): \(field): \(errors.map(\.message).joined(separator: "; "))"
  }
}

extension GraphQLPayloadError: LocalizedError {
  /// The description, the same as `localizedDescription`.
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
