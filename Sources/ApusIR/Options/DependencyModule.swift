/// A module that a target depends on, compiled against the same schema: its fragments, enums and input objects are
/// imported instead of emitted again.
package struct DependencyModule {
  package var name: String
  /// The caseless enum that its code is nested in.
  package var namespace: String?
  /// Whether it declares every enum and input object of the schema, not only those that its documents reach.
  package var emitsWholeSchema: Bool

  package init(name: String, namespace: String? = nil, emitsWholeSchema: Bool = false) {
    self.name = name
    self.namespace = namespace
    self.emitsWholeSchema = emitsWholeSchema
  }
}
