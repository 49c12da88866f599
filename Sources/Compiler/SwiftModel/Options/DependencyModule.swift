import ApusShapes

/// A module that the target depends on, compiled against the same schema: its fragments, enums and input objects are imported instead of emitted
/// again.
///
/// In comments, these are the modules below, and the target's own module is the compiled module, or simply this module.
package struct DependencyModule: Sendable {
  /// The module's name, its documents and the modules below it.
  package let module: DocumentModule
  /// The module's configuration, including inherited values.
  package let options: GenerationOptions

  package init(
    name: String, options: GenerationOptions = GenerationOptions(), documents: Set<String> = [],
    dependencies: Set<String> = []
  ) {
    module = DocumentModule(name: name, documents: documents, dependencies: dependencies)
    self.options = options
  }

  package var name: String { module.name }

  /// The caseless enum that contains its code.
  package var namespace: String? { options.namespace }
}
