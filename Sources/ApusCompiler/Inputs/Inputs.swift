import ApusDiagnostics

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

  /// A warning for each schema that is not among `watched`, the files whose changes a build sees.
  package func untrackedSchemas(watched: [String]) -> [Diagnostic] {
    let watched = Set(watched.map(Path.normalized))
    return schemas.filter { !watched.contains(Path.normalized($0)) }.map { path in
      Diagnostic(
        .warning, .untrackedSchema,
        "The build does not see when this schema changes. Put it, or a link to it, into the target's folder or at the "
          + "package root.", path: path)
    }
  }
}
