import ApusDiagnostics
import ApusDocuments
import ApusSyntax

/// The tables about finished shapes. Empty if the limits were exceeded.
struct ResolvedShapes {
  let conformances: FragmentConformances
  let nulls: FieldNulls
  let asked: AskedVariables

  init(
    _ shapes: DefinitionShapes, _ spreads: FragmentSpreads, _ separate: SeparateFragments,
    _ guards: GuardTable, _ documents: DocumentIndex, _ diagnostics: DiagnosticSink
  ) {
    guard shapes.isComplete else {
      conformances = FragmentConformances(shapes.spreads, [:], [])
      nulls = FieldNulls()
      asked = AskedVariables([], conformances, guards)
      return
    }
    let all = shapes.all
    conformances = FragmentAgreement.resolveConformances(
      all, shapes.spreads, shapes.ofFragments, order: spreads.order, guards)
    let required = RequiredParents(all, shapes.ofDefinitions, conformances, documents.tree, diagnostics)
    nulls = CaughtErrors.resolve(all, conformances, required.nulls, documents.schema)
    asked = AskedVariables(all, conformances, guards)
    _ = PresenceLimit(all, separate, guards, documents.tree, diagnostics)
  }
}
