import ApusSource
import ApusDocuments
import ApusSchema
import ApusSentText
import ApusSyntax

@testable import ApusShapes
@testable import ApusSwiftModel

/// The values of the passes for one document.
struct PassRun {
  let documents: DocumentIndex
  let guards: GuardTable
  let context: CollectingContext
  let shapes: ShapePass
  let conformances: FragmentConformances
  let program: Program

  var tree: SyntaxTree { documents.tree }
  var schema: Schema { documents.schema }

  /// - Parameters:
  ///   - document: a valid document.
  ///   - schema: SDL that defines what it needs.
  init(_ document: String, schema: String) {
    let options = GenerationOptions()
    let diagnostics = DiagnosticSink()
    let written = Lowered.index(document, schema: schema)
    let rewritten = RewrittenDocuments(
      written, options.shapes, [], CacheRules(options.shapes, written.schema, diagnostics), diagnostics)
    documents = rewritten.index
    guards = GuardTable(documents.tree.names, documents.schema)
    let (spreads, separate) = (rewritten.spreads, rewritten.separate)
    context = CollectingContext(documents, separate, guards)
    let builder = ShapeBuilder(
      context, ShapeSplittingFragments(documents, spreads, separate, guards),
      ApusDirectiveReader(documents, diagnostics).directives,
      FieldNullability(
        documents, options.shapes,
        OnErrorMode(documents, options.shapes, rewritten.modules, diagnostics), diagnostics),
      FieldBindings(documents.schema, options, SchemaNames(documents.schema, options)).bound,
      FragmentVariables(documents))
    shapes = ShapePass(builder, spreads, rewritten.modules, diagnostics)
    let associatedTypes = AssociatedTypeNames(
      ["": SchemaNames(documents.schema, options).all], AvoidedNames())
    let names = MemberNames(
      shapes.all, documents.tree, options, separate, associatedTypes, rewritten.modules,
      avoiding: AvoidedNames())
    conformances = ConformanceSolver.solve(shapes, spreads, guards, naming: names).conformances
    program = Lowering.lower(written, options).program
  }

  /// The places of the responses that operations and fields open, in source order.
  var places: [(name: String, set: NodeID)] {
    (0..<tree.count).compactMap { node in
      guard let set = documents.selectionSet(node) else { return nil }
      switch tree.kind(node) {
      case .operation: return (tree.name(node), set)
      case .field: return (tree.names.string(tree.responseKey(node)), set)
      default: return nil
      }
    }
  }

  func collected(_ set: NodeID) -> CollectedFields {
    // Copies of a context share its numbers of sets.
    let context = CollectingContext(documents, context.separate, guards)
    let types = documents.parentType(set).map(context.typeSets.types) ?? context.typeSets.empty()
    let contributions = [Contribution(selectionSet: set, condition: .always)]
    return CollectedFields(contributions, types, context)
  }

  /// ` when $x and on Cat`; empty for `always`.
  func when(_ applies: Guard) -> String {
    if applies == .always { return "" }
    if applies == .never { return " never" }
    if applies == .mixed { return " when its case says so" }
    return " when " + guards.text(of: applies, tree.names, schema)
  }

  func names(_ types: [TypeID], _ separator: String = ", ") -> String {
    types.map(schema.name).joined(separator: separator)
  }
}
