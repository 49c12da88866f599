import ApusSource
import ApusDocuments
import ApusSyntax

/// Makes the shapes of all operations and fragments. No type is declared before that, so documents that need too many types are rejected early.
package struct ShapePass {
  /// All shapes, indexed by id.
  package private(set) var all: [Shape] = []
  /// For each shape, the fragments that are spread where it occurs.
  private(set) var spreads: [SpreadFragments] = []
  /// The shape of each operation and fragment definition.
  package private(set) var ofDefinitions: [NodeID: Shape] = [:]
  /// The shape of each fragment definition and separate inline fragment.
  private(set) var ofFragments: [NodeID: Shape] = [:]
  /// Whether the documents are within the limits (``ShapeLimits``, ``GuardLimits``). If not, fields and shapes are missing.
  package private(set) var isComplete = true

  private let tree: SyntaxTree
  private let limits: ShapeLimits
  private let diagnostics: DiagnosticSink

  package init(
    _ builder: consuming ShapeBuilder, _ spreads: FragmentSpreads, _ modules: DocumentModules,
    _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    let tree = builder.tree
    self.tree = tree
    limits = ShapeLimits(nodeCount: tree.count)
    // The lowest module comes first, because modules above use its types and cannot change them.
    let operations = modules.grouped(tree.definitions.filter { tree.kind($0) == .operation })
    for (number, fragments) in modules.grouped(spreads.order).enumerated() {
      if number > 0 { builder.beginModule(keepingShapesOf: spreads.order) }
      for definition in fragments + operations[number] { find(definition, builder) }
    }
    builder.shareFields()
    all = builder.table.shapes
    self.spreads = builder.spreads
    diagnostics.append(contentsOf: builder.conflicts.diagnostics)
    if !isComplete { return }
    ofFragments = ofDefinitions.filter { tree.kind($0.key) == .fragmentDefinition }
    for shape in all where !shape.separateShapes.isEmpty {
      ofFragments.merge(shape.separateShapes) { first, _ in first }
    }
  }

  private mutating func find(_ definition: NodeID, _ builder: ShapeBuilder) {
    // After the first definition that exceeds a limit, others are not reported: they may only exceed it because of the same fragments.
    guard isComplete, let set = builder.documents.selectionSet(definition) else { return }
    let first = builder.table.shapes.count
    do {
      let shape = try builder.shape(ofRoot: set, limits)
      guard let deep = builder.tooDeep else {
        ofDefinitions[definition] = shape
        return
      }
      report(
        .tooManyNestedFragments,
        "Fragments spread one another more than \(CollectedFields.maximumDepth) deep here. Merge some of them.",
        deep)
    } catch {
      isComplete = false
      refuse(definition, error, first, builder)
    }
  }

  /// Reports that a definition exceeds a limit, or that all definitions so far exceed one together.
  ///
  /// - Parameter first: the number of shapes that existed before the definition.
  private mutating func refuse(
    _ definition: NodeID, _ excess: ShapeLimits.Excess, _ first: Int, _ builder: ShapeBuilder
  ) {
    let advice = "Spread fewer fragments on one field."
    let name = tree.name(definition)
    switch excess {
    case .shapes:
      report(
        .tooManyShapes,
        "\"\(name)\" needs more than \(limits.shapeCount) Swift types, because every combination of its fragments is a type. \(advice)",
        definition, notes: multiplyingFragments(first, builder))
    case .selections:
      report(
        .tooManyShapes,
        "With \"\(name)\", the types of all documents together have more than \(limits.selectionCount) fields, because every combination of fragments is a type. \(advice)",
        definition,
        notes: multiplyingFragments(0, builder))
    case .depth:
      report(
        .tooManyConditions,
        "In \"\(name)\", one field depends on more than \(builder.context.guards.limits.depth) conditions. "
          + ShapeLimits.adviceOnConditions, definition)
    case .steps:
      report(
        .tooManyConditions,
        "With \"\(name)\", the conditions of the documents combine in too many ways. "
          + ShapeLimits.adviceOnConditions, definition)
    }
  }

  /// Notes for the five fragments that occur in most of the shapes made since the shape number `first`.
  private func multiplyingFragments(_ first: Int, _ builder: ShapeBuilder) -> [Diagnostic.Note] {
    var counts: [NodeID: Int] = [:]
    for spread in builder.spreads[first...] {
      for fragment in spread.fragments { counts[fragment, default: 0] += 1 }
    }
    return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.prefix(5).map {
      fragment, count in
      Diagnostic.Note(
        "The fragment \"\(tree.name(fragment))\" is part of \(count) of them.",
        at: tree.nameRange(of: fragment))
    }
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(.error, code, message, at: [tree.place(of: node)], notes: notes))
  }
}
