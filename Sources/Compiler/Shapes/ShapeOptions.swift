/// The options of a target that decide what is selected and which types result.
package struct ShapeOptions: Sendable {
  /// The handling of null and errors where no directive of the documents applies.
  package enum Nullability: String, CaseIterable {
    /// Fields that the schema promises are null only because of errors throw these; other fields are nil.
    case semantic
    case null, result, `throw`
  }

  /// The ways in which a server handles field errors.
  package enum ErrorBehavior: String, CaseIterable {
    case null = "NULL"
    case propagate = "PROPAGATE"
    case halt = "HALT"
  }

  /// Nil for the schema's default, which is ``Nullability/semantic`` unless it declares another one.
  package var nullability: Nullability?
  /// The `onError` value of requests, if they have one.
  package var onError: ErrorBehavior?
  /// The cache rules in the configuration.
  package var cacheRules: [CacheRule] = []
  /// Whether the cache's key fields become properties, even if no document selects them.
  package var hasKeyProperties = false
  /// Whether the output is for Apus' own cache. It then includes a table of the schema and documents for single fragments.
  package var usesCache = false

  package init() {}
}
