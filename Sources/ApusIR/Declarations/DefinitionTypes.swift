import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The declared types of all definitions: fragments' first, then those of each file's operations.
struct DefinitionTypes {
  /// By fragment its type, fragments in the order in which they are declared: each after those that it spreads.
  private(set) var fragments: [(node: NodeID, data: Member)] = []
  /// By operation the type of its data.
  private(set) var operations: [NodeID: Member] = [:]
  /// The leaf types that the declared types hold.
  private(set) var reached: SchemaTypeCollector
  private(set) var diagnostics: [Diagnostic] = []

  private let tree: SyntaxTree
  private let spreads: FragmentSpreads
  private var declarations: Declarations
  private var seenShapes: GenerationMap
  private var seenTypes: GenerationMap
  /// Whether the shapes have all their fields.
  private let isComplete: Bool

  init(
    _ declarations: Declarations, _ shapes: DefinitionShapes, _ spreads: FragmentSpreads,
    _ names: GlobalNames, _ reached: SchemaTypeCollector, _ directives: ApusDirectives,
    _ options: GenerationOptions,
    _ modules: DocumentModules
  ) {
    self.declarations = declarations
    self.spreads = spreads
    self.reached = reached
    let tree = declarations.tree
    self.tree = tree
    isComplete = shapes.isComplete
    seenShapes = GenerationMap(count: shapes.all.count)
    seenTypes = GenerationMap(count: declarations.schema.typeCount)
    // The types of a module below are declared there, also where a fragment above has the same shape.
    for module in options.dependencyModules {
      declareFragments(shapes, directives) { modules[$0] == module.name }
    }
    declareFragments(shapes, directives) { modules[$0] == nil }
    declareOperations(shapes, names)
    diagnostics += self.declarations.renamedProperties.map { $0.warning(tree) }
  }

  private mutating func declareFragments(
    _ shapes: DefinitionShapes, _ directives: ApusDirectives, where isMeant: (NodeID) -> Bool
  ) {
    var declared: [(fragment: NodeID, type: DeclaredType)] = []
    for fragment in spreads.order where isMeant(fragment) {
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

  private mutating func declareOperations(_ shapes: DefinitionShapes, _ names: GlobalNames) {
    let ofFragments = declarations.owners.count
    for file in tree.files {
      declarations.forget(to: ofFragments)
      for node in tree.definitions(file) where tree.kind(node) == .operation {
        guard let shape = shapes.ofDefinitions[node] else { continue }
        let name = names.operationName(node)
        let data = declarations.declare(shape, name: "Data", path: "\(name).Data")
        operations[node] = data
        if case .type(let type) = data { fill(type, node) }
      }
    }
  }

  /// Declares the types within a definition's outermost one.
  private mutating func fill(_ type: DeclaredType, _ definition: NodeID) {
    if !isComplete { return }
    collectLeafTypes(of: type.shape)
    declarations.fill(type, of: definition)
    if declarations.isTooDeep {
      diagnostics.append(
        Diagnostic(
          .error, .typesTooDeep,
          "Selections are nested more than \(Declarations.maximumDepth) deep here. Ask for less at once.",
          at: [tree.place(of: definition)]))
    }
  }

  /// Collects the leaf types in a shape and in the shapes within it that have no place yet.
  private mutating func collectLeafTypes(of root: Shape) {
    var pending = [root]
    seenShapes.forgetAll()
    seenTypes.forgetAll()
    while let shape = pending.popLast() {
      guard shape === root || declarations.owners[shape.id] == nil, seenShapes.insert(shape.id) else {
        continue
      }
      if case .enumeration(let cases) = shape.form { pending += cases.map(\.shape) }
      pending += shape.separateShapes.values
      for field in shape.fields {
        if let inner = field.shape {
          pending.append(inner)
          continue
        }
        if field.binding != 0 {
          reached.add(binding: field.binding)
        } else if seenTypes.insert(Int(field.type.named)) {
          reached.add(field.type.named)
        }
      }
    }
  }
}
