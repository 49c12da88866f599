public import Apus

/// A field's value as a cache stores it: objects with keys are stored once, elsewhere, and only referred to.
///
/// ```swift
/// let album = GraphQLStoredValue.reference(GraphQLCacheKey("Album", "a1"))
/// let albums = GraphQLStoredValue.list([album, .null])
/// ```
public enum GraphQLStoredValue: Hashable, Sendable {
  /// Null, or the value of a field without subfields.
  case json(GraphQLValue)
  /// An object with a key.
  case reference(GraphQLCacheKey)
  /// An object without a key: its fields, each under its name and arguments, such as `title` or `albums({"text":"jazz"})`.
  case object([String: GraphQLStoredValue])
  /// A list of values.
  case list([GraphQLStoredValue])

  /// Null, for example in place of an object or a list.
  public static let null = GraphQLStoredValue.json(.null)

  /// The JSON; nil for any other value.
  public var json: GraphQLValue? {
    if case .json(let value) = self { value } else { nil }
  }

  /// The key of the object; nil for any other value.
  public var reference: GraphQLCacheKey? {
    if case .reference(let key) = self { key } else { nil }
  }

  /// The fields; nil for any other value.
  public var object: [String: GraphQLStoredValue]? {
    if case .object(let fields) = self { fields } else { nil }
  }

  /// The elements; nil for any other value.
  public var list: [GraphQLStoredValue]? {
    if case .list(let elements) = self { elements } else { nil }
  }
}
