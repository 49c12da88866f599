public import Apus

/// Which object of a cache: its type, and the values of its key fields.
///
/// Keys are equal when their bytes are, as a server's are: "é" as one character and as two are two keys.
public struct GraphQLCacheKey: Hashable, Sendable, CustomStringConvertible {
  /// `Type:id`, and of several key fields `Type:["a","b"]`.
  public let description: String

  /// The object with a key that was described before.
  init(description: String) { self.description = description }

  /// The object of a type with one key field.
  public init(_ typename: String, _ id: String) { description = "\(typename):\(id)" }

  /// The object of a type with one key field, which is an integer.
  public init(_ typename: String, _ id: Int) { description = "\(typename):\(id)" }

  /// The object of a type with one key field, by a typed identifier.
  public init<Tag>(_ typename: String, _ id: GraphQLIdentifier<Tag>) { self.init(typename, id.rawValue) }

  /// The object of a type with several key fields.
  ///
  /// - Parameters:
  ///   - typename: the object's type.
  ///   - keys: their values as strings, in the order of `keys` in `apus.json`.
  public init(_ typename: String, keys: [String]) {
    description =
      keys.count == 1
      ? "\(typename):\(keys[0])" : "\(typename):\(GraphQLValue.list(keys.map { .string($0) }))"
  }
  public static func == (one: GraphQLCacheKey, other: GraphQLCacheKey) -> Bool {
    one.description.utf8.elementsEqual(other.description.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}
