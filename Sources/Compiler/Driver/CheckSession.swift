import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation

/// The compiler's front end for inputs that are checked repeatedly. It keeps the schema between checks.
package final class CheckSession {
  /// The inputs. Documents may be added and removed between checks; schema files may not.
  package var inputs: Inputs
  /// The day on which deprecations are judged; nil for the day of the check.
  package var today: CalendarDate?
  private let read: (String) throws(FileError) -> SourceFile
  private var names = NameTable()
  private var schema: Schema?
  private var schemaDiagnostics: [SchemaDiagnostic] = []
  private var fileDiagnostics: [Diagnostic] = []
  /// Whether ``schema`` reflects the current files rather than an earlier usable state.
  private var isCurrent = false
  /// The number of names after loading the schema.
  private var nameCount = 0

  /// Reads the schema.
  ///
  /// - Parameter read: returns the text at a path; by default, reads the file.
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

  /// Rereads the schema. If the files no longer contain a usable one, reports the errors and keeps the last good
  /// schema.
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

  /// Reads and validates documents.
  ///
  /// - Parameter paths: the documents to check; by default, all.
  package func check(_ paths: Set<String>? = nil) -> CheckedDocuments {
    // The name table keeps every name ever typed, so start over when it has grown too large.
    if names.count > 2 * nameCount + 10_000 { loadSchema() }
    let wanted =
      paths.map { paths in inputs.documents.filter { paths.contains($0.path) } } ?? inputs.documents
    var options = inputs.inheritedConfiguration.validation
    options.lint = inputs.configuration.severities.lint
    options.lint.today = today ?? CalendarDate.today
    let documents = DocumentReader.read(
      wanted, names: names, hasRelayArguments: options.allowsFragmentArguments, read)
    var diagnostics = fileDiagnostics + documents.diagnostics
    var index: DocumentIndex?
    if let schema {
      let (tree, ofLocalFields) = LocalFields.leftOut(of: documents.tree, schema)
      diagnostics += ofLocalFields
      RelayDefaults.read(in: tree, schema)
      let known = DocumentIndex(tree, schema)
      diagnostics += Validator.validate(known, options: options)
      diagnostics = DependencyModules.withoutTheirWarnings(diagnostics, inputs)
      diagnostics = DependencyModules.placedInTarget(diagnostics, inputs)
      diagnostics = HiddenModule.explain(diagnostics, inputs.hiddenModules)
      // A fragment may be unused only because the spread of it is misspelled, or is in a fragment that is not visible.
      if diagnostics.contains(where: { $0.code == .unknownFragment }) {
        diagnostics.removeAll { $0.code == .unusedFragment }
      }
      index = known
    }
    let configuration = inputs.configuration
    // Cache policies on the schema are supported if a cache is configured: see CacheDirectives.
    let hasCache = inputs.inheritedConfiguration.generation.usesCache
    diagnostics += SchemaSeverity.diagnostics(
      hasCache ? schemaDiagnostics.filter { $0.diagnostic.code != .unheededDirective } : schemaDiagnostics,
      isCurrent ? index : nil, configuration)
    return CheckedDocuments(
      index: index, diagnostics: inputs.configuration.severities.apply(to: diagnostics))
  }
}
