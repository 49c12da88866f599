import ApusSource
import ApusSwiftSource

/// The inputs of one compiler run, and the options for judging them.
package struct Inputs {
  /// The schema files, which together form one schema.
  package var schemas: [String]
  package var documents: [Document]
  /// Documents that are not compiled but whose outputs are expected.
  package var leftOut: [Document]
  package var configuration: Configuration
  /// Whether other targets share the configuration, so that names in it may be theirs.
  package var isConfigurationShared = false
  /// The modules that some of the documents belong to, each after its dependencies.
  package var dependencies: [Dependency]
  /// The name and folder of the documents' target, if a build provides them.
  package var target: (name: String, folder: String)?
  /// The paths that were searched for documents and schemas.
  package var searched: [String] = []
  /// Other modules with documents that this run cannot see.
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

  /// The configuration including inherited keys. A module's documents are read together with those of its dependencies.
  package var inheritedConfiguration: Configuration {
    dependencies.isEmpty ? configuration : InheritedOptions(self).configuration
  }

  /// The editors' configuration that the schemas' paths are from; nil if they are not from one.
  package var editorConfiguration: String?

  /// The diagnostic for a schema that cannot be read, where its path is written; nil if no configuration has the path.
  ///
  /// - Parameter cause: the diagnostic at the schema's own path, which has the system's reason.
  func misplacedSchema(_ path: String, cause: Diagnostic) -> Diagnostic? {
    let place = configuration.schemas.contains(path) ? configuration.places["schema"] : nil
    guard let file = place?.file.path ?? editorConfiguration else { return nil }
    return Diagnostic(
      .error, .unreadableFile,
      "The schema '\(path)' cannot be read. Paths in \(Path.lastComponent(of: file)) are relative to its folder.",
      at: [place].compactMap(\.self), notes: [Diagnostic.Note(cause.message)], path: place == nil ? file : nil
    )
  }

  /// Whether all documents are Swift files that do not name the type of a document.
  var hasOnlySwiftWithoutDocuments: Bool {
    !documents.isEmpty
      && documents.allSatisfy { document in
        guard document.isSwift, let source = try? FileSystem.read(document.path) else { return false }
        return !SwiftDocuments.mayContainSome(source)
      }
  }

  /// Whether the document at `path` belongs to a dependency.
  package func isOfDependency(_ path: String) -> Bool {
    documents.contains { $0.module != nil && $0.path == path }
  }

  /// Warns about each schema that is not among `watched`, the files that the build system tracks, and about a manifest
  /// whose name the plugins do not look for.
  package func untrackedFiles(watched: [String]) -> [Diagnostic] {
    let watched = Set(watched.map(Path.normalized))
    var diagnostics: [Diagnostic] = []
    if let path = configuration.operationManifest,
      Path.lastComponent(of: path) != RegisteredOperations.fileName
    {
      diagnostics.append(
        Diagnostic(
          .warning, .untrackedManifest,
          "The build does not notice when this manifest changes. Name it \(RegisteredOperations.fileName), in the target's folder "
            + "or at the package root.", path: path))
    }
    return diagnostics
      + schemas.filter { !watched.contains(Path.normalized($0)) }.map { path in
        Diagnostic(
          .warning, .untrackedSchema,
          "The build does not notice when this schema changes. Put it, or a link to it, into the target's folder or at the "
            + "package root.", path: path)
      }
  }
}
