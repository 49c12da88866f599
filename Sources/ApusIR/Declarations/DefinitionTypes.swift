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
  private let leafTypes: LeafTypes
  private var declarations: Declarations
  private var seenShapes: GenerationMap
  private var seenTypes: GenerationMap
  /// Whether the shapes have all their fields.
  private let isComplete: Bool

  init(
    _ declarations: Declarations, _ shapes: DefinitionShapes, _ spreads: FragmentSpreads,
    _ names: GlobalNames, _ leafTypes: LeafTypes, _ reached: SchemaTypeCollector,
    _ directives: ApusDirectives, _ options: GenerationOptions
  ) {
    self.declarations = declarations
    self.spreads = spreads
    self.leafTypes = leafTypes
    self.reached = reached
    let tree = declarations.tree
    self.tree = tree
    isComplete = shapes.isComplete
    seenShapes = GenerationMap(count: shapes.all.count)
    seenTypes = GenerationMap(count: declarations.schema.typeCount)
    // The types of a module below are declared there, also where a fragment above has the same shape.
    let modules = DocumentModules(tree, options)
    var namespaces: [String] = []
    for module in options.dependencyModules {
      if let namespace = module.namespace { namespaces.append(namespace) }
      declareFragments(shapes, directives, namespaces) { modules[$0] == module.name }
    }
    declareFragments(shapes, directives, options.namespaces) { modules[$0] == nil }
    declareOperations(shapes, names, options.namespaces)
    diagnostics += self.declarations.renamedProperties.map { $0.warning(tree) }
  }

  /// - Parameter namespaces: those of the module that declares the fragments and of the modules below it: the names must be the same in
  ///   every compilation.
  private mutating func declareFragments(
    _ shapes: DefinitionShapes, _ directives: ApusDirectives, _ namespaces: [String],
    where isMeant: (NodeID) -> Bool
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
    for (fragment, type) in declared { fill(type, fragment, namespaces) }
  }

  private mutating func declareOperations(
    _ shapes: DefinitionShapes, _ names: GlobalNames, _ namespaces: [String]
  ) {
    let ofFragments = declarations.owners.count
    for file in tree.files {
      declarations.forget(to: ofFragments)
      for node in tree.definitions(file) where tree.kind(node) == .operation {
        guard let shape = shapes.ofDefinitions[node] else { continue }
        let name = names.operationName(node)
        let data = declarations.declare(shape, name: "Data", path: "\(name).Data")
        operations[node] = data
        if case .type(let type) = data { fill(type, node, namespaces, name) }
      }
    }
  }

  /// Declares the types within a definition's outermost one.
  ///
  /// - Parameter namespaces: those with which the names of types outside may begin.
  private mutating func fill(
    _ type: DeclaredType, _ definition: NodeID, _ namespaces: [String], _ operationName: String? = nil
  ) {
    if !isComplete { return }
    var outer = TakenNames()
    if let operationName { outer.insert(operationName) }
    for fragment in [definition] + spreads.reached(from: definition) {
      if let name = declarations.fragmentTypes[fragment] { outer.insert(global: name, namespaces) }
    }
    addLeafTypes(of: type.shape, namespaces, to: &outer)
    declarations.fill(type, of: definition, outerNames: outer)
    if declarations.isTooDeep {
      diagnostics.append(
        Diagnostic(
          .error, .typesTooDeep,
          "Selections are nested more than \(Declarations.maximumDepth) deep here. Ask for less at once.",
          at: [tree.place(of: definition)]))
    }
  }

  /// Adds the names of the enums and bound Swift types in a shape and in the shapes within it that have no place yet, and collects them.
  private mutating func addLeafTypes(
    of root: Shape, _ namespaces: [String], to found: inout TakenNames
  ) {
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
          add(leafTypes.fieldBindings.entries[field.binding].binding, to: &found)
          continue
        }
        let type = field.type.named
        guard seenTypes.insert(Int(type)) else { continue }
        reached.add(type)
        switch leafTypes[type] {
        case .enumeration(let name), .codable(let name): found.insert(global: name, namespaces)
        case .codec(let type, let codec):
          found.insert(type)
          found.insert(codec)
        default: break
        }
      }
    }
  }

  /// The names that code with a binding writes, each to its first dot.
  private func add(_ binding: GenerationOptions.ScalarBinding, to found: inout TakenNames) {
    for name in [binding.type, binding.codec ?? ""] where !name.isEmpty {
      found.insert(String(name.prefix { $0 != "." && $0 != "<" }))
    }
  }
}

extension TakenNames {
  /// Inserts the name of a type that is declared outside all others, and the namespaces that may qualify it.
  fileprivate mutating func insert(global name: String, _ namespaces: [String]) {
    insert(name)
    for namespace in namespaces { insert(namespace) }
  }
}
