/// Keys of JSON members that come from the compiler instead of a document. Markers and aliases for a cache are part of requests. All other keys only
/// occur in JSON that emitted types write, and in responses into which the client has merged deferred parts. They represent parts that are not
/// members of a server's response, such as a fragment that is a property. A dot or an exclamation mark distinguishes them from all response keys.
package enum Markers {
  /// The response key of the marker of an interface or union, such as `__isPet`. An object with this member is a `Pet`, even if its object type was
  /// unknown at compile time.
  static func typeKey(_ type: String) -> String { "__is\(type)" }

  /// The prefix of aliases for fields that only a cache needs: `___id: id`. The prefix alone is the alias for `__typename`. Three underscores
  /// distinguish these aliases from markers, and from fields of a schema.
  static let cachePrefix = "___"

  /// Whether an alias has the form of those that the compiler adds for a cache: the prefix, a number if there are several, and the field's name. For
  /// example, `___id` or `___2id`. For `__typename`, the name is left out.
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
