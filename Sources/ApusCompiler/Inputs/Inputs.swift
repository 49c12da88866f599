/// What one run of the compiler reads, and how it is told to judge it.
package struct Inputs {
  /// The schema's files, which together are one schema.
  package var schemas: [String]
  package var documents: [Document]
  /// Documents that are not compiled, but whose outputs are expected.
  package var leftOut: [Document]
  package var configuration: Configuration

  package init(
    schemas: [String], documents: [Document], leftOut: [Document] = [],
    configuration: Configuration = Configuration()
  ) {
    self.schemas = schemas
    self.documents = documents
    self.leftOut = leftOut
    self.configuration = configuration
  }
}
