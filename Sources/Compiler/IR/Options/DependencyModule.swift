/// A module that a target depends on, compiled against the same schema: its fragments, enums and input objects are
/// imported instead of emitted again.
package struct DependencyModule: Sendable {
  package let name: String
  /// The configuration of the module, with the values that it inherits.
  package let options: GenerationOptions
  /// The paths of its documents.
  package let documents: Set<String>
  /// The names of the modules below it.
  package let dependencies: Set<String>

  package init(
    name: String, options: GenerationOptions = GenerationOptions(), documents: Set<String> = [],
    dependencies: Set<String> = []
  ) {
    self.name = name
    self.options = options
    self.documents = documents
    self.dependencies = dependencies
  }

  /// The caseless enum that its code is nested in.
  package var namespace: String? { options.namespace }
}
