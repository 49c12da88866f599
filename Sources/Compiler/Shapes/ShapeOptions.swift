/// The options in `apus.json` that affect what is selected and which types result.
package struct ShapeOptions: Sendable {
  /// The handling of nulls and errors for fields without `@catch`, in operations and fragments without `@catchByDefault`.
  package enum Nullability: String, CaseIterable {
    /// If the schema promises that a field is only null because of an error, the field is non-optional and a null throws the error. Other nullable
    /// fields are optional.
    case semantic
    case null, result, `throw`
  }

  /// The ways in which a server can handle the errors of fields: the values of `onError` in a request.
  package enum ErrorBehavior: String, CaseIterable {
    case null = "NULL"
    case propagate = "PROPAGATE"
    case halt = "HALT"
  }

  /// The handling of nulls; nil for the default of the schema. That is ``Nullability/semantic``, unless the schema has `@catchByDefault`.
  package var nullability: Nullability?
  /// The value of `onError` in requests; nil if requests do not contain it.
  package var onError: ErrorBehavior?
  /// The cache rules in `apus.json`. Directives in the schema may add others.
  package var cacheRules: [CacheRule] = []
  /// Whether the cache's key fields become properties, even if no document selects them.
  package var hasKeyProperties = false
  /// Whether the program uses Apus' cache. The output then includes a table of the schema, and a document for each fragment, so that the cache can
  /// read the fragment without an operation.
  package var usesCache = false
  /// Whether to report mutations from whose response the cache learns nothing.
  package var checksMutationKeys = false

  package init() {}
}
