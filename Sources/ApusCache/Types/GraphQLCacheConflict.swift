/// Two values that one response has for one field of one object: the type's key probably does not tell its objects apart.
public struct GraphQLCacheConflict: Hashable, Sendable, CustomStringConvertible {
  /// The object's key, `Album:a1`.
  public var object: String
  /// The field with its arguments.
  public var field: String
  /// The values, as JSON; of objects with a key the key.
  public var values: [String]

  public var description: String { "\(object).\(field) is \(values.joined(separator: " and "))" }
}
