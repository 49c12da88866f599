import ApusDiagnostics
import ApusEmitter
import ApusIR
import ApusSchema
import ApusSyntax
import ApusValidation

/// The compiler, from files to files. Read it top-down: it is the table of contents.
///
///     schema files ──▶ SchemaReader ─────┐
///                                        ├─▶ DocumentIndex ─▶ Validator ─▶ Lowering ─▶ Emitter ─▶ OutputFolder
///     documents ─────▶ DocumentReader ───┘
///
/// Every stage reports what it finds and the next goes on as far as that makes sense, so that one run tells
/// everything. Outputs are written only by a run without errors: until then the last good ones stay.
package enum Pipeline {
  /// Reads and validates everything; writes nothing.
  package static func check(_ inputs: Inputs) -> CheckedDocuments {
    let names = NameTable()
    let schema = SchemaReader.read(inputs.schemas, names: names)
    let documents = DocumentReader.read(inputs.documents, names: names)
    var diagnostics = schema.diagnostics + documents.diagnostics
    var index: DocumentIndex?
    if let schema = schema.schema {
      let known = DocumentIndex(documents.tree, schema)
      let findings = Validator.validate(known)
      // What is said to be missing, or unused, may be in the text that could not be read.
      let isWhole = documents.diagnostics.isEmpty
      diagnostics += isWhole ? findings : findings.filter { !codesOfMissingText.contains($0.code) }
      diagnostics = ModulesBelow.withoutTheirWarnings(diagnostics, inputs)
      index = known
    }
    let isStrict = inputs.configuration.isSchemaStrict
    diagnostics += SchemaFaults.diagnostics(schema.problems, index, isStrict: isStrict)
    return CheckedDocuments(
      index: index, diagnostics: inputs.configuration.severities.apply(to: diagnostics))
  }

  /// Reads, validates and lowers everything: what there is to emit, unless something is wrong.
  package static func lower(_ inputs: Inputs) -> LoweredDocuments {
    let checked = check(inputs)
    var result = LoweredDocuments(diagnostics: checked.diagnostics)
    guard let index = checked.index, !checked.hasErrors else { return result }
    let options = ModulesBelow.options(for: inputs, index)
    let lowered = Lowering.lower(index, options)
    let findings = ModulesBelow.withoutTheirWarnings(lowered.diagnostics, inputs)
    result.diagnostics += inputs.configuration.severities.apply(to: findings)
    if !result.hasErrors { result.output = (lowered.program, options) }
    return result
  }

  /// Reads, validates and compiles everything; writes those outputs that changed.
  ///
  /// - Parameter prunes: whether outputs of documents that are gone are deleted.
  package static func generate(
    _ inputs: Inputs, into folder: OutputFolder, prunes: Bool = false
  ) -> GeneratedFiles {
    let lowered = lower(inputs)
    guard let (program, options) = lowered.output else {
      return GeneratedFiles(diagnostics: lowered.diagnostics)
    }
    var result = folder.write(Emitter(program, options), inputs, prunes: prunes)
    result.diagnostics = lowered.diagnostics + result.diagnostics
    return result
  }

  private static let codesOfMissingText: Set<DiagnosticCode> = [
    .unknownFragment, .unusedFragment, .unusedVariable,
  ]

  /// The pages of every code that a run can report.
  package static var catalog: DiagnosticCatalog {
    DiagnosticCatalog([
      DiagnosticCode.inputCodes, DiagnosticCode.configurationCodes, DiagnosticCode.syntaxCodes,
      DiagnosticCode.schemaCodes, DiagnosticCode.literalCodes,
      DiagnosticCode.validationCodes, DiagnosticCode.loweringCodes, DiagnosticCode.differenceCodes,
    ])
  }
}
