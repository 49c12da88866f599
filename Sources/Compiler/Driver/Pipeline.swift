import ApusSource
import ApusDocuments
import ApusEmitter
import ApusSwiftModel
import ApusSwiftSource
import ApusSchema
import ApusSyntax
import ApusValidation

/// The compiler, from files to files. Read it top-down: it is the table of contents.
///
///     schema files ──▶ SchemaReader ─────┐
///                                        ├─▶ DocumentIndex ─▶ Validator ─▶ Lowering ─▶ Emitter ─▶ OutputFolder
///     documents ─────▶ DocumentReader ───┘
///
/// Every stage reports diagnostics, and later stages continue as far as that makes sense, so that one run reports
/// everything. Outputs are only written if there are no errors; otherwise the last good ones stay.
package enum Pipeline {
  /// Reads and validates everything; writes no files.
  package static func check(_ inputs: Inputs) -> CheckedDocuments { CheckSession(inputs).check() }

  /// Reads, validates and lowers everything. There is a program to emit unless there are errors.
  package static func lower(_ inputs: Inputs) -> LoweredDocuments {
    let checked = check(inputs)
    guard let index = checked.index, !checked.hasErrors else {
      return LoweredDocuments(diagnostics: checked.diagnostics)
    }
    var result = lower(index, inputs)
    result.diagnostics = checked.diagnostics + result.diagnostics
    return result
  }

  /// Lowers the documents of a run without errors.
  package static func lower(_ index: DocumentIndex, _ inputs: Inputs) -> LoweredDocuments {
    var (options, contradictions) = DependencyModules.options(for: inputs, index)
    options.checksMutationKeys = inputs.configuration.severities.lint.codes.contains(.mutationWithoutKey)
    if !contradictions.isEmpty { return LoweredDocuments(diagnostics: contradictions) }
    let lowered = Lowering.lower(index, options)
    var diagnostics = DependencyModules.withoutTheirWarnings(lowered.diagnostics, inputs)
    diagnostics = ConfigurationNames.placed(diagnostics, inputs)
    diagnostics += ConfigurationNames.unknown(in: inputs, lowered.program)
    var result = LoweredDocuments(diagnostics: inputs.configuration.severities.apply(to: diagnostics))
    if !result.hasErrors { result.output = (lowered.program, options) }
    return result
  }

  /// The names of the Swift types generated for an operation or a fragment, even if there are errors elsewhere.
  package static func swiftNames(of definition: NodeID, _ index: DocumentIndex, _ inputs: Inputs) -> [String]
  {
    GlobalNames(index, DependencyModules.options(for: inputs), DiagnosticSink()).names(of: definition)
  }

  /// Reads, validates and compiles everything, and writes the outputs that changed.
  ///
  /// - Parameters:
  ///   - kept: outputs of other runs that write to the same folder. Any other generated file there belongs to a deleted
  ///     document and is removed. If nil, nothing is removed.
  ///   - record: the build record. If it shows that the outputs are up to date, lowering and emission are skipped.
  package static func generate(
    _ inputs: Inputs, into folder: OutputFolder, keeping kept: [String]? = nil, record: BuildRecord? = nil
  ) -> GeneratedFiles {
    if inputs.schemas.isEmpty, inputs.hasOnlySwiftWithoutDocuments {
      // A target may have the plugin before it has anything to compile.
      var made = record.map { _ in Fingerprint() }
      return folder.write(nil, inputs, &made)
    }
    let checked = check(inputs)
    guard let index = checked.index, !checked.hasErrors else {
      return GeneratedFiles(diagnostics: checked.diagnostics)
    }
    var result = GeneratedFiles()
    result.remains.append(index)
    let read = record.map { $0.fingerprint(of: inputs, index) }
    if let record, let read, let warnings = record.warnings(inputs, read, folder, index) {
      result.isOfRecord = true
      result.diagnostics = warnings
    } else {
      let lowered = lower(index, inputs)
      result.diagnostics = lowered.diagnostics
      if let (program, options) = lowered.output {
        var made = record.map { _ in Fingerprint() }
        let emitter = Emitter(program, options)
        result.remains.append(emitter)
        let files = folder.write(emitter, inputs, &made)
        result.written = files.written
        result.removed = files.removed
        result.diagnostics += files.diagnostics
        if let record, let read, let made, !result.hasErrors {
          result.diagnostics += record.write(read, made, lowered.diagnostics, index)
        }
      }
    }
    if let kept, !result.hasErrors { folder.prune(inputs, keeping: kept, &result) }
    result.diagnostics = checked.diagnostics + result.diagnostics
    return result
  }

  /// Whether a configuration can change the severity of a code. Schema errors are warnings if no document is affected.
  static func canBeWarning(_ code: DiagnosticCode) -> Bool {
    code.isWarning || DiagnosticCode.schemaCodes.contains(code) || DiagnosticCode.literalCodes.contains(code)
  }

  /// The pages of all codes that a run can report.
  package static var catalog: DiagnosticCatalog {
    DiagnosticCatalog([
      DiagnosticCode.inputCodes, DiagnosticCode.configurationCodes, DiagnosticCode.swiftSourceCodes,
      DiagnosticCode.syntaxCodes,
      DiagnosticCode.schemaCodes, DiagnosticCode.literalCodes,
      DiagnosticCode.validationCodes, DiagnosticCode.shapeCodes, DiagnosticCode.swiftModelCodes,
    ])
  }
}
