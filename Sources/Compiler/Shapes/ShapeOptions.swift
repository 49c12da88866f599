/// The part of a target's configuration that decides what is selected, and which types that makes.
package struct ShapeOptions: Sendable {
  /// The handling of null and errors where no directive of the documents applies.
  package enum Nullability: String, CaseIterable {
    /// Fields that are null for errors alone, by the schema's word, throw them; those of others are null.
    case semantic
    case null, result, `throw`
  }

  /// How a server handles errors of fields.
  package enum ErrorBehavior: String, CaseIterable {
    case null = "NULL"
    case propagate = "PROPAGATE"
    case halt = "HALT"
  }

  /// Nil for what the schema says, which is ``Nullability/semantic`` where it says nothing.
  package var nullability: Nullability?
  /// The `onError` of requests; nil for none.
  package var onError: ErrorBehavior?
  /// Fields by which the cache recognizes objects, by the name of their type, or `*`: they are asked for as well.
  package var cacheKeys: [String: [String]] = [:]
  /// Whether those fields are properties, too, where nobody selected them.
  package var hasKeyProperties = false
  /// How many seconds a cache may keep something before it is asked for again, by type, `Type.field` or `*`.
  package var cacheMaxAges: [String: Int] = [:]
  /// Arguments that are keys of the objects that a field has, by `Type.field`: a cache finds the objects by them.
  package var cacheLookups: [String: [String]] = [:]
  /// Fields, as `Type.field`, whose objects without keys a cache replaces instead of merging them.
  package var cacheReplacements: Set<String> = []
  /// Whether the output is for Apus' own cache: it has a table of the schema, and fragments can be read on their own.
  package var usesCache = false

  package init() {}
}
