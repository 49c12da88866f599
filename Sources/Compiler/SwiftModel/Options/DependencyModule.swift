import ApusShapes

/// A module that a target depends on, compiled against the same schema: its fragments, enums and input objects are
/// imported instead of emitted again.
package struct DependencyModule: Sendable {
  /// Its name, its documents and the modules below it.
  package let module: DocumentModule
  /// The configuration of the module, with the values that it inherits.
  package let options: GenerationOptions

  package init(
    name: String, options: GenerationOptions = GenerationOptions(), documents: Set<String> = [],
    dependencies: Set<String> = []
  ) {
    module = DocumentModule(name: name, documents: documents, dependencies: dependencies)
    self.options = options
  }

  package var name: String { module.name }

  /// The caseless enum that its code is nested in.
  package var namespace: String? { options.namespace }
}
