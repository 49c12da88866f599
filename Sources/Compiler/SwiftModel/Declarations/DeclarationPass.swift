import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Declares the types of all definitions: those of fragments first, then those of each file's operations.
struct DeclarationPass {
  /// The type of each fragment. Fragments come after those that they spread.
  private(set) var fragments: [(node: NodeID, data: DeclaredName)] = []
  /// The type of each operation's data. Operations of lower modules are only included if they are needed.
  private(set) var operations: [NodeID: DeclaredName] = [:]

  private let diagnostics: DiagnosticSink
  private let tree: SyntaxTree
  private var declarations: Declarations
  /// Whether the shapes are complete.
  private let isComplete: Bool

  /// - Parameter hasOperationsBelow: whether to declare operations of lower modules too.
  init(
    _ declarations: Declarations, _ shapes: ShapePass, _ spreads: FragmentSpreads,
    _ names: GlobalNames, _ directives: ApusDirectives, _ modules: DocumentModules, hasOperationsBelow: Bool,
    _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    self.declarations = declarations
    let tree = declarations.tree
    self.tree = tree
    isComplete = shapes.isComplete
    // Types of a lower module are declared there, even if a fragment of a higher module has the same shape.
    for fragments in modules.grouped(spreads.order) { declare(fragments, shapes, directives) }
    declareOperations(shapes, names) { hasOperationsBelow || modules.isOwn($0) }
    diagnostics.append(contentsOf: self.declarations.renamedProperties.map { $0.warning(tree) })
  }

  private mutating func declare(
    _ ofModule: [NodeID], _ shapes: ShapePass, _ directives: ApusDirectives
  ) {
    var declared: [(fragment: NodeID, type: ResponseType)] = []
    for fragment in ofModule {
      guard let shape = shapes.ofDefinitions[fragment], let name = declarations.fragmentTypes[fragment] else {
        continue
      }
      let data = declarations.declare(shape, name: name, path: name)
      fragments.append((fragment, data))
      declarations.add(directives.places[fragment], to: data.type)
      if case .type(let type) = data { declared.append((fragment, type)) }
    }
    for (fragment, type) in declared { fill(type, fragment) }
  }

  private mutating func declareOperations(
    _ shapes: ShapePass, _ names: GlobalNames, where isDeclared: (NodeID) -> Bool
  ) {
    let ofFragments = declarations.owners.count
    for file in tree.files {
      declarations.forget(to: ofFragments)
      for node in tree.definitions(file) where tree.kind(node) == .operation && isDeclared(node) {
        guard let shape = shapes.ofDefinitions[node] else { continue }
        let name = names.operationName(node)
        let data = declarations.declare(shape, name: NameSuffix.data, path: "\(name).\(NameSuffix.data)")
        operations[node] = data
        if case .type(let type) = data { fill(type, node) }
      }
    }
  }

  /// Declares the types within a definition's outermost one.
  private mutating func fill(_ type: ResponseType, _ definition: NodeID) {
    if !isComplete { return }
    declarations.fill(type, of: definition)
    if declarations.isTooDeep {
      diagnostics.append(
        Diagnostic(
          .error, .typesTooDeep,
          "Selections are nested more than \(Declarations.maximumDepth) deep here. Select fewer levels, or split the operation.",
          at: [tree.place(of: definition)]))
    }
  }
}
