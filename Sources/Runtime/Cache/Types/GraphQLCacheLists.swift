public import Apus

/// The cached lists and connections of a field: one for each combination of arguments, apart from those that select a page.
///
/// ```swift
/// let all = GraphQLCacheLists("Query", "albums")
/// let unfiltered = GraphQLCacheLists("Query", "albums", arguments: ["filter": .null])
/// let own = GraphQLCacheLists(GraphQLCacheKey("Artist", "k1"), "albums")
/// ```
/// A list that is not cached is not among them: it is complete when it is requested later. The lists in responses to queries that are in flight change
/// when they arrive.
public struct GraphQLCacheLists: Hashable, Sendable {
  /// The type whose objects have the lists.
  let type: String
  /// The only object that has them; nil for all objects of the type.
  let object: GraphQLCacheKey?
  let field: String
  let arguments: [String: GraphQLValue]

  /// The lists in a field of all objects of a type.
  ///
  /// - Parameters:
  ///   - type: an object type, an interface or a union; `Query` for root fields.
  ///   - field: the field.
  ///   - arguments: arguments that a list must have, with enum values as strings. Null also means that there is no such argument. By default,
  ///     lists with any arguments are meant.
  public init(_ type: String, _ field: String, arguments: [String: GraphQLValue] = [:]) {
    (self.type, object, self.field, self.arguments) = (type, nil, field, arguments)
  }

  /// The lists in a field of one object.
  ///
  /// - Parameters:
  ///   - object: the object's key.
  ///   - field: the field.
  ///   - arguments: arguments that a list must have, as for ``init(_:_:arguments:)-(String,_,_)``.
  public init(_ object: GraphQLCacheKey, _ field: String, arguments: [String: GraphQLValue] = [:]) {
    type = String(object.description.prefix { $0 != ":" })
    (self.object, self.field, self.arguments) = (object, field, arguments)
  }

  /// The lists of a field that a directive names: `Query.albums`.
  init(named name: String) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    self.init(parts.first ?? "", parts.last ?? "")
  }

  /// Whether a cached field, with its arguments, is one of the lists.
  func contain(_ text: String) -> Bool {
    guard let found = FieldText(text), found.name == field else { return false }
    return arguments.allSatisfy { found.arguments[$0] ?? .null == $1 }
  }
}
