/// Keys of JSON members that the compiler makes up. Markers and aliases for a cache are part of requests. All other keys only occur in JSON that
/// emitted types write. They represent what is not a member in a response, such as a fragment that is a property. They contain a dot or an
/// exclamation mark, so they are never equal to a response key.
package enum Markers {
  /// The response key of a marker. An object whose response contains it has this interface or union as a type, even if its object type was unknown at
  /// compile time.
  static func typeKey(_ type: String) -> String { "__is\(type)" }

  /// The prefix of aliases for fields that only a cache needs: `___id: id`. Without a name, it is the alias for `__typename`. Three underscores
  /// distinguish these aliases from markers, and from fields of a schema.
  static let cachePrefix = "___"

  /// Whether an alias makes a cache believe that a field was added for it. Such an alias is the prefix, a number if there are several, and the
  /// field's name: `___id` or `___2id`. For `__typename`, the name is left out.
  static func isOfCache(alias: String, of field: String) -> Bool {
    guard alias.hasPrefix(cachePrefix) else { return false }
    let rest = alias.utf8.dropFirst(cachePrefix.utf8.count).drop { $0 &- 0x30 < 10 }
    return rest.isEmpty ? field == "__typename" : rest.elementsEqual(field.utf8)
  }

  /// The key of a fragment that is a property. It looks like a spread.
  package static func key(ofFragment fragment: String) -> String { "...\(fragment)" }

  /// The key of a deferred fragment. It differs from ``key(ofFragment:)``, because an object may spread a fragment twice and defer only one of the
  /// spreads.
  package static func key(ofDeferred fragment: String) -> String { "...\(fragment)@defer" }

  /// The key of an inline fragment that is a property, by its label or name.
  package static func key(ofInlineFragment name: String) -> String { "...@\(name)" }

  /// The key for the errors of a field that is a `Result`.
  package static func errorsKey(_ key: String) -> String { "\(key)!" }
}
