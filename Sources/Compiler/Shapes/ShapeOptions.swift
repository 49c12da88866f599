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
  /// What the cache is told of types and fields.
  package var cacheRules: [CacheRule] = []
  /// Whether the key fields of the cache are properties, too, where nobody selected them.
  package var hasKeyProperties = false
  /// Whether the output is for Apus' own cache: it has a table of the schema, and fragments can be read on their own.
  package var usesCache = false

  package init() {}
}
