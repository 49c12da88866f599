import ApusDiagnostics
import ApusIR
import ApusSchema
import ApusSyntax

/// Modules that a target depends on and that compile documents of their own against the same schema: their fragments
/// can be spread, and what they declare is imported instead of declared again.
enum ModulesBelow {
  /// `diagnostics` without warnings about documents of modules below: those modules' own builds show them.
  static func withoutTheirWarnings(_ diagnostics: [Diagnostic], _ inputs: Inputs) -> [Diagnostic] {
    let paths = Set(inputs.documents.filter { $0.module != nil }.map(\.path))
    if paths.isEmpty { return diagnostics }
    return diagnostics.filter { diagnostic in
      guard diagnostic.severity == .warning, let path = diagnostic.ranges.first?.file.path else {
        return true
      }
      return !paths.contains(path)
    }
  }

  /// The options of a run: those of the configuration, and what the modules below declare.
  ///
  /// - Parameter index: the documents of a run without errors.
  static func options(for inputs: Inputs, _ index: DocumentIndex) -> GenerationOptions {
    var options = inputs.configuration.generation
    let below = inputs.documents.filter { $0.module != nil }
    if below.isEmpty { return options }
    options.importedModules = Set(below.compactMap(\.module)).sorted()
    // What their own runs declare is what comes of their documents alone.
    let documents = DocumentReader.read(below, names: index.schema.names)
    let program = Lowering.lower(DocumentIndex(documents.tree, index.schema), options).program
    let types = program.enums.map(\.type) + program.inputObjects.map(\.type)
    options.typesBelow = Set(types.map(index.schema.name))
    return options
  }
}
