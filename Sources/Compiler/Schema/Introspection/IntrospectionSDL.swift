import ApusSource

/// SDL generated from an introspection result.
struct IntrospectionSDL {
  /// Its origin is the JSON.
  let source: SourceFile
  /// The whole JSON value.
  let root: JSONValue
  /// The names of the types in the result, the specification's among them.
  let typeNames: Set<String>
}
