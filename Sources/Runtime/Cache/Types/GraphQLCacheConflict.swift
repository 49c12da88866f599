/// Two values for the same field of the same object in one response: probably the type's key does not distinguish its objects.
public struct GraphQLCacheConflict: Hashable, Sendable, CustomStringConvertible {
  /// The object's key, `Album:a1`.
  public var object: String
  /// The field with its arguments.
  public var field: String
  /// The values as JSON; for objects with a key, the key.
  public var values: [String]

  public var description: String { "\(object).\(field) is \(values.joined(separator: " and "))" }
}
