import Apus

/// The errors that a mutation's payload carries.
public struct GraphQLPayloadError: Error, Hashable, Sendable {
  /// One of them.
  public struct Item: Hashable, Sendable {
    /// What the server says, for people.
    public var message: String
    /// `code`, where the schema has one and the operation selects it.
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

extension GraphQLPayloadError.Item {
  /// The errors in a member of a payload.
  static func items(_ value: GraphQLValue) -> [GraphQLPayloadError.Item] {
    switch value {
    case .list(let elements): elements.flatMap(items)
    case .string(let message): [Self(message: message, code: nil, value: value)]
    case .object:
      [Self(message: value["message"].string ?? value.description, code: value["code"].string, value: value)]
    case .null, .bool, .number: []
    }
  }
}
