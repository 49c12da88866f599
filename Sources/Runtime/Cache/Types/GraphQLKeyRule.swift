/// A rule that computes the keys of a type's objects from their key fields, for what `apus.json` cannot express.
///
/// ```swift
/// let rule = GraphQLKeyRule("Album") { type, fields in fields["barcode"]?.lowercased() }
/// let cache = GraphQLCache(schema: cacheSchema, keys: [rule])
/// ```
/// The closure sees the fields that `apus.json` lists under `keys`: `"Album": ["barcode"]`. The compiler selects them wherever an object of the type
/// is selected, so that the same object has the same key in every response; a field that only some documents select could not be part of a key.
/// An object that lacks one of them has no key, and the closure is not called.
///
/// Keys that the app writes itself are those that the rule returns: `GraphQLCacheKey("Album", "ean-1")`.
///
/// The closures of rules for keys run outside of the cache's locks, or in the transaction that writes an object. They must return the same key for
/// the same fields. A rule that returns other keys than before needs another version.
public struct GraphQLKeyRule: Sendable {
  typealias Key = @Sendable (_ type: String, _ fields: [String: String]) -> String?

  let type: String
  let version: Int
  let key: Key

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - type: an object type, or an interface or union: then the rule applies to its types, unless they have their own rules.
  ///   - version: increase it if the closure returns other keys than before: a stored cache then starts empty, because its objects have the old keys.
  ///   - key: returns the key of an object, or nil or an empty text if it has none: it is then part of its parent. `type` is the object's type, and
  ///     `fields` its key fields by name. A number is its text, so that 1 and "1" are the same key.
  public init(
    _ type: String, version: Int = 1,
    _ key: @escaping @Sendable (_ type: String, _ fields: [String: String]) -> String?
  ) {
    (self.type, self.version, self.key) = (type, version, key)
  }
}
