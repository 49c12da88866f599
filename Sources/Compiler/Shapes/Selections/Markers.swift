/// Keys that the compiler adds: to what is sent, that of a type; to what emitted types write, those that stand for what JSON has no
/// member for. No response name has a dot or an exclamation mark, so these are nobody's.
package enum Markers {
  /// Shows that the object has an interface or union, also when its type was unknown at compile time.
  package static func typeKey(_ type: String) -> String { "__is\(type)" }

  /// Begins the aliases of fields that are asked for only for a cache, and is that of `__typename`: no marker and no field of a schema
  /// begins with three underscores.
  package static let cachePrefix = "___"

  /// Whether a cache takes a field for one that was added for it, by its alias: the prefix and the field's name, with a number between them
  /// where there are several; of `__typename` without the name.
  package static func isOfCache(alias: String, of field: String) -> Bool {
    guard alias.hasPrefix(cachePrefix) else { return false }
    let rest = alias.utf8.dropFirst(cachePrefix.utf8.count).drop { $0 &- 0x30 < 10 }
    return rest.isEmpty ? field == "__typename" : rest.elementsEqual(field.utf8)
  }

  /// Stands for a fragment's property: as the fragment is spread.
  package static func key(ofFragment fragment: String) -> String { "...\(fragment)" }

  /// Stands for a deferred fragment's property: an object may have the same fragment as both.
  package static func key(ofDeferred fragment: String) -> String { "...\(fragment)@defer" }

  /// Stands for the property of an inline fragment, by its label or name.
  package static func key(ofInlineFragment name: String) -> String { "...@\(name)" }

  /// Holds the errors of a field that is a `Result`.
  package static func errorsKey(_ key: String) -> String { "\(key)!" }
}
