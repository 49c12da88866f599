import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation

/// The front half of the compiler for inputs that are checked more than once: the schema is kept.
package final class CheckSession {
  /// What is checked. Documents may be added and removed between checks; the schema's files may not.
  package var inputs: Inputs
  private let read: (String) throws(FileError) -> SourceFile
  private var names = NameTable()
  private var schema: Schema?
  private var schemaDiagnostics: [SchemaDiagnostic] = []
  private var fileDiagnostics: [Diagnostic] = []
  /// Whether ``schema`` is of the files as they are, and not of an earlier state of them that could be used.
  private var isCurrent = false
  /// The number of names that the schema brought along.
  private var nameCount = 0

  /// Reads the schema.
  ///
  /// - Parameter read: the text at a path, by default the file's.
  package init(
    _ inputs: Inputs,
    read: @escaping (String) throws(FileError) -> SourceFile = { (path) throws(FileError) in
      try FileSystem.read(path)
    }
  ) {
    self.inputs = inputs
    self.read = read
    loadSchema()
  }

  /// Reads the schema again. While its files hold none that can be used, the last good one stays, and what is wrong is reported.
  package func loadSchema() {
    let names = NameTable()
    let reader = SchemaReader.read(inputs, names: names, read)
    schemaDiagnostics = reader.schemaDiagnostics
    fileDiagnostics = reader.diagnostics
    isCurrent = reader.schema != nil
    if isCurrent || schema == nil {
      self.names = names
      schema = reader.schema
      nameCount = names.count
    }
  }

  /// Reads and validates the documents.
  ///
  /// - Parameter paths: those to check; by default all of the inputs'.
  package func check(_ paths: Set<String>? = nil) -> CheckedDocuments {
    // The table of names only grows, with every name that was ever typed.
    if names.count > 2 * nameCount + 10_000 { loadSchema() }
    let wanted =
      paths.map { paths in inputs.documents.filter { paths.contains($0.path) } } ?? inputs.documents
    let documents = DocumentReader.read(wanted, names: names, read)
    var diagnostics = fileDiagnostics + documents.diagnostics
    var index: DocumentIndex?
    if let schema {
      diagnostics += LocalFields.remove(from: documents.tree, schema)
      let known = DocumentIndex(documents.tree, schema)
      diagnostics += Validator.validate(known)
      diagnostics = DependencyModules.withoutTheirWarnings(diagnostics, inputs)
      diagnostics = HiddenModule.explain(diagnostics, inputs.hiddenModules)
      index = known
    }
    let isStrict = inputs.configuration.isSchemaStrict
    // Policies for caches are heeded where there is one: CacheDirectives.
    let configurations = [inputs.configuration] + inputs.dependencies.map(\.configuration)
    let hasCache = configurations.contains { $0.generation.usesCache }
    diagnostics += SchemaSeverity.diagnostics(
      hasCache ? schemaDiagnostics.filter { $0.diagnostic.code != .unheededDirective } : schemaDiagnostics,
      isCurrent ? index : nil, isStrict: isStrict)
    return CheckedDocuments(
      index: index, diagnostics: inputs.configuration.severities.apply(to: diagnostics))
  }
}
