import ApusDiagnostics

/// What one run of the compiler reads, and how it is told to judge it.
package struct Inputs {
  /// The schema's files, which together are one schema.
  package var schemas: [String]
  package var documents: [Document]
  /// Documents that are not compiled, but whose outputs are expected.
  package var leftOut: [Document]
  package var configuration: Configuration
  /// Whether other targets have the configuration too, so that what it names may be theirs.
  package var isConfigurationShared = false
  /// The modules that some of the documents are of, each behind those that it depends on.
  package var dependencies: [Dependency]
  /// The target that the documents are of and its folder, where a build knows them.
  package var target: (name: String, folder: String)?
  /// The paths that were searched for documents and schemas.
  package var searched: [String] = []
  /// Modules that have documents as well, which this run does not see.
  package var hiddenModules: [HiddenModule] = []

  package init(
    schemas: [String], documents: [Document], leftOut: [Document] = [], dependencies: [Dependency] = [],
    configuration: Configuration = Configuration()
  ) {
    self.schemas = schemas
    self.documents = documents
    self.leftOut = leftOut
    self.dependencies = dependencies
    self.configuration = configuration
  }

  /// Whether the document at `path` is one of a dependency module.
  package func isOfDependency(_ path: String) -> Bool {
    documents.contains { $0.module != nil && $0.path == path }
  }

  /// A warning for each schema that is not among `watched`, the files whose changes a build sees, and for a manifest
  /// under a name that no plugin looks for.
  package func untrackedFiles(watched: [String]) -> [Diagnostic] {
    let watched = Set(watched.map(Path.normalized))
    var diagnostics: [Diagnostic] = []
    if let path = configuration.operationManifest, Path.lastComponent(of: path) != OperationManifest.fileName
    {
      diagnostics.append(
        Diagnostic(
          .warning, .untrackedManifest,
          "The build does not see when this manifest changes. Call it \(OperationManifest.fileName), in the target's folder "
            + "or at the package root.", path: path))
    }
    return diagnostics
      + schemas.filter { !watched.contains(Path.normalized($0)) }.map { path in
        Diagnostic(
          .warning, .untrackedSchema,
          "The build does not see when this schema changes. Put it, or a link to it, into the target's folder or at the "
            + "package root.", path: path)
      }
  }
}
