public import Apus

/// A rule for merging or reading a field in the cache, if `apus.json` cannot express it.
///
/// ```swift
/// let rule = GraphQLFieldRule.read("Query.albumNamed") { stored, arguments in
///   arguments["name"]?.string.map { .reference(GraphQLCacheKey("Album", $0)) }
/// }
/// let cache = GraphQLCache(schema: cacheSchema, rules: [rule])
/// ```
/// A field is written as in a schema, `Type.field`; a rule for an interface's field applies to the types that implement it, unless they have their
/// own rules. It must return objects, or lists of them. A rule takes precedence over the settings in `apus.json` and over the cache's own handling of
/// connections.
///
/// The closures run while the cache is locked: they must not use it, and must return the same result for the same arguments.
public struct GraphQLFieldRule: Sendable {
  typealias Merge =
    @Sendable (GraphQLStoredValue?, GraphQLStoredValue, [String: GraphQLValue]) -> GraphQLStoredValue
  typealias Read = @Sendable (GraphQLStoredValue?, [String: GraphQLValue]) -> GraphQLStoredValue?

  enum Action: Sendable {
    case merge(ignored: Set<String>, Merge)
    case read(Read)
  }

  let field: String
  let action: Action

  /// Combines a response's value of a field with the stored value.
  ///
  /// ```swift
  /// let rule = GraphQLFieldRule.merge("Query.search", ignoring: ["offset"]) { stored, incoming, arguments in
  ///   let start = arguments["offset"]?.int ?? 0
  ///   return .list((stored?.list ?? []).prefix(start) + (incoming.list ?? []))
  /// }
  /// ```
  /// A transaction's writes are not merged: the field then contains the written value.
  ///
  /// - Parameters:
  ///   - field: the field, as `Type.field`. Objects of the type need a key, unless it is a root type.
  ///   - ignored: arguments that do not make a separate field, such as those that select a page.
  ///   - merge: combines the stored value, which is nil if there is none, with the incoming one, given the field's arguments.
  public static func merge(
    _ field: String, ignoring ignored: [String] = [],
    _ merge:
      @escaping @Sendable (
        _ stored: GraphQLStoredValue?, _ incoming: GraphQLStoredValue, _ arguments: [String: GraphQLValue]
      ) -> GraphQLStoredValue
  ) -> GraphQLFieldRule {
    GraphQLFieldRule(field: field, action: .merge(ignored: Set(ignored), merge))
  }

  /// Creates a rule that computes a field's value when it is read.
  ///
  /// A reference to an object that is not in the cache counts as missing: the query is sent.
  ///
  /// - Parameters:
  ///   - field: the field, as `Type.field`.
  ///   - read: returns the value for the stored one, which is nil if there is none, and the field's arguments; or nil to read the field
  ///     as if there were no rule.
  public static func read(
    _ field: String,
    _ read:
      @escaping @Sendable (
        _ stored: GraphQLStoredValue?, _ arguments: [String: GraphQLValue]
      ) -> GraphQLStoredValue?
  ) -> GraphQLFieldRule {
    GraphQLFieldRule(field: field, action: .read(read))
  }
}
