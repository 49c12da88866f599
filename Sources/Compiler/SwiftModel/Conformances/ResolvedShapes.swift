import ApusSource
import ApusDocuments
import ApusSyntax
import ApusShapes

/// The tables about finished shapes. Empty if the limits were exceeded.
struct ResolvedShapes {
  /// Which types conform to which protocols.
  let solver: ConformanceSolver
  /// The names of all properties.
  let names: MemberNames
  let nulls: FieldNulls
  let asked: AskedVariables

  var conformances: FragmentConformances { solver.conformances }

  /// - Parameter names: the names of fields.
  init(
    _ shapes: DefinitionShapes, _ spreads: FragmentSpreads, _ separate: SeparateFragments,
    _ guards: GuardTable, _ documents: DocumentIndex, _ names: MemberNames, _ diagnostics: DiagnosticSink
  ) {
    var names = names
    guard shapes.isComplete else {
      solver = ConformanceSolver([], shapes.spreads, [:], order: [], guards, names)
      self.names = names
      nulls = FieldNulls()
      asked = AskedVariables([], solver.conformances, guards)
      return
    }
    let all = shapes.all
    var solver = ConformanceSolver(
      all, shapes.spreads, shapes.ofFragments, order: spreads.order, guards, names)
    // What does not conform has a property, which needs a name. Only where names of modules below meet can that keep another type from
    // conforming: it then has one more.
    while names.nameFragments(all, solver.conformances) {
      solver = ConformanceSolver(
        all, shapes.spreads, shapes.ofFragments, order: spreads.order, guards, names)
    }
    self.solver = solver
    self.names = names
    let conformances = solver.conformances
    let required = RequiredParents(all, shapes.ofDefinitions, conformances, documents.tree, diagnostics)
    nulls = CaughtErrors.resolve(all, conformances, required.nulls, documents.schema)
    asked = AskedVariables(all, conformances, guards)
    _ = PresenceLimit(all, separate, guards, documents.tree, diagnostics)
  }
}
