public import Apus

/// Identifies an object in a cache: its type and the values of its key fields.
///
/// Keys are compared by bytes, as servers do: "é" as one code point and as two are different keys.
///
/// ```swift
/// let album = GraphQLCacheKey("Album", "a1")
/// let artist = GraphQLCacheKey("Artist", keys: ["Ella", "US"])
/// ```
public struct GraphQLCacheKey: Hashable, Sendable, CustomStringConvertible {
  /// `Type:id`, or `Type:["a","b"]` with several key fields.
  public let description: String

  /// Restores a key from its description.
  init(description: String) { self.description = description }

  /// Identifies an object by its only key field.
  public init(_ typename: String, _ id: String) { description = "\(typename):\(id)" }

  /// Identifies an object by its only key field, an integer.
  public init(_ typename: String, _ id: Int) { description = "\(typename):\(id)" }

  /// Identifies an object by its only key field, a typed identifier.
  public init<Tag>(_ typename: String, _ id: GraphQLIdentifier<Tag>) { self.init(typename, id.rawValue) }

  /// Identifies an object by several key fields.
  ///
  /// - Parameters:
  ///   - typename: the object's type.
  ///   - keys: the values of its key fields as strings, in the order of `keys` in `apus.json`.
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
