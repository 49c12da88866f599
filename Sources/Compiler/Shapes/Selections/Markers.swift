/// Keys that the compiler adds. Type keys are part of requests. The other ones only occur in JSON that emitted types write, for values that a
/// response expresses without a member. They contain a dot or an exclamation mark, so they never collide with a response name.
package enum Markers {
  /// The key that shows that an object has an interface or union, even if its type was unknown at compile time.
  static func typeKey(_ type: String) -> String { "__is\(type)" }

  /// The prefix of aliases for fields that only a cache needs, and the alias for `__typename`. Markers and fields of a schema never begin with three
  /// underscores.
  static let cachePrefix = "___"

  /// Whether a cache recognizes a field as added for it, by its alias: the prefix, the field's name, and a number in between if there are several.
  /// For `__typename`, the name is omitted.
  static func isOfCache(alias: String, of field: String) -> Bool {
    guard alias.hasPrefix(cachePrefix) else { return false }
    let rest = alias.utf8.dropFirst(cachePrefix.utf8.count).drop { $0 &- 0x30 < 10 }
    return rest.isEmpty ? field == "__typename" : rest.elementsEqual(field.utf8)
  }

  /// The key for a fragment's property, which looks like a spread.
  package static func key(ofFragment fragment: String) -> String { "...\(fragment)" }

  /// The key for a deferred fragment's property. An object may have both properties for one fragment.
  package static func key(ofDeferred fragment: String) -> String { "...\(fragment)@defer" }

  /// The key for an inline fragment's property, by its label or name.
  package static func key(ofInlineFragment name: String) -> String { "...@\(name)" }

  /// The key for the errors of a field that is a `Result`.
  package static func errorsKey(_ key: String) -> String { "\(key)!" }
}
