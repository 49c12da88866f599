import ApusSwiftModel

/// A module that the target depends on and that compiles its own documents against the same schema.
package struct Dependency {
  package let name: String
  /// The configuration of the module's own build.
  package let configuration: Configuration
  /// The names of the modules that it depends on.
  package let dependencies: Set<String>

  package init(
    _ name: String, configuration: Configuration = Configuration(), dependencies: Set<String> = []
  ) {
    self.name = name
    self.configuration = configuration
    self.dependencies = dependencies
  }
}
