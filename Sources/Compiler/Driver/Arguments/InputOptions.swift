import ApusSource

/// The options of every command that reads documents.
package enum InputOptions {
  package static let all =
    [
      CommandSyntax.Option(
        name: "schema", values: ["FILE"], isRepeatable: true,
        help: "The schema: SDL or introspection JSON. Several files form one schema."),
      CommandSyntax.Option(
        name: "config", values: ["FILE"],
        help: "The configuration. By default, the 'apus.json' in a PATH that is a folder."),
      CommandSyntax.Option(
        name: "target", values: ["NAME", "DIR"], isForPlugin: true,
        help: "The documents' target, for messages."),
      CommandSyntax.Option(
        name: "package", values: ["DIR"], isForPlugin: true,
        help: """
          The root of the target's package. Its configurations and schema apply if no others are
          given.
          """),
      CommandSyntax.Option(
        name: "mistaken-name", values: ["FILE"], isRepeatable: true, isForPlugin: true,
        help: "A file of the target that is almost named like a document, a schema or a configuration."),
      CommandSyntax.Option(
        name: "shared-config", isForPlugin: true,
        help: """
          Other targets share the configuration at the root of the package, so unknown names in it
          may be theirs.
          """),
      CommandSyntax.Option(
        name: "editor-config", values: ["FILE"],
        help: """
          A '.graphqlrc.json' with the schema and documents, if the configuration does not specify them.
          By default, the one in a PATH that is a folder.
          """),
      CommandSyntax.Option(
        name: "default-schema", values: ["FILE"], isRepeatable: true, isForPlugin: true,
        help: "Like --schema, but configurations take precedence."),
    ] + ModuleOptions.all

  /// The inputs of a command, and the diagnostics of searching for them.
  package struct Collected {
    package var inputs: Inputs
    package var diagnostics: [Diagnostic]
    /// Other files that were read: configurations, and files that they name.
    package var configurations: [String] = []
    /// The folders that were searched, at every depth.
    package var folders: [String] = []

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  /// Searches the paths on a command line.
  ///
  /// - Parameters:
  ///   - documents: documents in addition to those found at the paths.
  ///   - paths: the paths; nil if all operands are paths.
  ///   - needsDocuments: whether finding only schemas at the paths is an error.
  package static func collect(
    _ arguments: ParsedArguments, documents: [Document] = [], paths: [String]? = nil,
    needsDocuments: Bool = false
  ) throws(UsageError) -> Collected {
    let paths = paths ?? arguments.operands
    var configuration = Configuration()
    var diagnostics: [Diagnostic] = []
    let root = arguments.value("package").map(PackageRoot.init)
    let given = GivenModule.all(arguments)
    var read = given.compactMap(\.configurationPath)
    let ownConfiguration = arguments.value("config") ?? ConfigurationFile.find(in: paths)
    if let file = ownConfiguration ?? root?.configuration {
      (configuration, diagnostics) = ConfigurationFile.read(file)
      read += [file] + [configuration.operationManifest].compactMap { $0 }
    }
    var editor = EditorConfiguration.Project()
    let ownEditorConfiguration = arguments.value("editor-config") ?? EditorConfiguration.find(in: paths)
    if let file = ownEditorConfiguration ?? root?.editorConfiguration {
      let found = EditorConfiguration.read(file)
      // The documents decide which of several projects applies.
      let searched =
        found.configuration.projects.count > 1 ? DocumentSearch.run(paths, schemas: []).documents : []
      editor = found.configuration.project(for: (documents + searched).map(\.path))
      // If the schema is named elsewhere, a YAML file may belong to another tool.
      let isNeeded =
        arguments.value("editor-config") != nil
        || arguments.values("schema").isEmpty && configuration.schemas.isEmpty
      diagnostics += configuration.severities.apply(
        to: found.diagnostics.filter { isNeeded || $0.code != .unreadYAML })
      read.append(file)
    }
    var named = [arguments.values("schema"), configuration.schemas, editor.schemas].first { !$0.isEmpty }
    let target = arguments.groups("target").first.map { (name: $0[0], folder: $0[1]) }
    if named == nil, arguments.has("default-schema") {
      let found = arguments.values("default-schema")
      let own = documents.map(\.path) + paths.filter { FileSystem.kind(of: $0) == .file }
      named = ModuleSchemas.choose(among: found, given, for: own)
    }
    if named == nil, let root, !root.schemas.isEmpty { named = root.schemas }
    var all = documents
    var schemas = named ?? []
    var folders: [String] = []
    if !paths.isEmpty {
      let search = DocumentSearch.run(
        paths, schemas: schemas, target: target?.folder, needsDocuments: needsDocuments)
      all += search.documents
      diagnostics += configuration.severities.apply(to: search.diagnostics)
      folders = search.folders
      if named == nil { schemas = search.schemas }
    }
    let mistaken = arguments.values("mistaken-name").compactMap(Diagnostic.mistakenName)
    let atRoot = arguments.value("package").map(Diagnostic.mistakenNames(atRoot:)) ?? []
    diagnostics += configuration.severities.apply(to: mistaken + atRoot)
    let modules = try ModuleOptions.modules(given, against: schemas, arguments)
    if !all.isEmpty, !editor.includesAny(of: all.map(\.path)),
      let file = ownEditorConfiguration ?? root?.editorConfiguration
    {
      diagnostics.append(
        Diagnostic(
          arguments.has("output") ? .warning : .error, .noDocuments,
          "No document matches \"documents\" in this file, so nothing is compiled or checked. Correct the patterns.",
          path: file))
    }
    var inputs = Inputs(
      schemas: schemas,
      documents: all.filter { $0.path == FileSystem.standardInput || editor.includes($0.path) }
        + modules.documents,
      leftOut: all.filter { !editor.includes($0.path) }, dependencies: modules.dependencies,
      configuration: configuration)
    if arguments.values("schema").isEmpty, configuration.schemas.isEmpty, !editor.schemas.isEmpty {
      inputs.editorConfiguration = ownEditorConfiguration ?? root?.editorConfiguration
    }
    inputs.hiddenModules = modules.hidden
    inputs.target = target
    inputs.searched = paths
    // If there is only a schema, checking it is the purpose of the run.
    if all.isEmpty { inputs.configuration.severities.ofUnusedSchema = .error }
    inputs.isConfigurationShared = ownConfiguration == nil && arguments.has("shared-config")
    return Collected(inputs: inputs, diagnostics: diagnostics, configurations: read, folders: folders)
  }

  /// Like the function above, for a command whose schema is an operand, so that the paths have to contain documents.
  package static func collect(schemas: [String], paths: [String], configuration file: String?) -> Collected {
    var inputs = Inputs(schemas: schemas, documents: [])
    var diagnostics: [Diagnostic] = []
    if let file = file ?? ConfigurationFile.find(in: paths) {
      (inputs.configuration, diagnostics) = ConfigurationFile.read(file)
    }
    let search = DocumentSearch.run(paths, schemas: schemas, needsDocuments: true)
    inputs.documents = search.documents
    return Collected(inputs: inputs, diagnostics: diagnostics + search.diagnostics)
  }
}
