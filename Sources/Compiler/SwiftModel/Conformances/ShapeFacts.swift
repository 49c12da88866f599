import ApusSource
import ApusDocuments
import ApusSyntax
import ApusShapes

/// The tables about finished shapes. They are empty if the limits were exceeded.
struct ShapeFacts {
  /// The conformances of types to protocols.
  let solver: ConformanceSolver
  /// The names of all properties.
  let names: MemberNames
  let nulls: SettledNulls
  let asked: AskedVariables

  var conformances: FragmentConformances { solver.conformances }

  /// - Parameter names: the names of fields.
  init(
    _ shapes: ShapePass, _ spreads: FragmentSpreads, _ separate: FragmentFields,
    _ guards: GuardTable, _ documents: DocumentIndex, _ names: MemberNames, _ diagnostics: DiagnosticSink
  ) {
    guard shapes.isComplete else {
      solver = ConformanceSolver([], shapes.spreads, [:], order: [], guards, names)
      self.names = names
      nulls = SettledNulls([], [:], solver.conformances, documents, diagnostics)
      asked = AskedVariables([], solver.conformances, guards)
      return
    }
    let all = shapes.all
    var solver = ConformanceSolver(
      all, shapes.spreads, shapes.ofFragments, order: spreads.order, guards, names)
    // A fragment that a type does not conform to becomes a property, which needs a name. If names of modules below collide, another type may lose a
    // conformance because of that, and then has one more property.
    while names.nameFragments(all, solver.conformances) {
      solver = ConformanceSolver(
        all, shapes.spreads, shapes.ofFragments, order: spreads.order, guards, names)
    }
    self.solver = solver
    self.names = names
    let conformances = solver.conformances
    nulls = SettledNulls(all, shapes.ofDefinitions, conformances, documents, diagnostics)
    asked = AskedVariables(all, conformances, guards)
    _ = PresenceLimit(all, separate, guards, documents.tree, diagnostics)
  }
}
