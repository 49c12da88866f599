import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Valid documents to a program: selections merged and shaped, shapes placed and named.
package struct Lowering {
  private let documents: DocumentIndex
  // Stored: a computed property would copy the whole struct in an unoptimized build.
  private let tree: SyntaxTree
  private let options: GenerationOptions
  private let program: Program
  private let names: SchemaNames
  private let globalNames: GlobalNames
  private let nonNullUses: NonNullUses
  private let addedSelections: AddedSelections
  private var table: ShapeBuilder
  private var declarations: Declarations
  private var writer: DocumentWriter
  private var collector: SchemaTypeCollector
  private var diagnostics: [Diagnostic] = []
  private let limits: ShapeLimits
  private var hasTooManyShapes = false
  /// The fragments, each behind those that it spreads.
  private var fragments: [NodeID] = []
  /// What of the definition at hand was visited.
  private var seenShapes = ScratchNumbers(count: 0)
  private var seenTypes: ScratchNumbers
  /// The shape of what each definition selects.
  private var shapes: [NodeID: Shape] = [:]

  /// Lowers all documents of a run.
  ///
  /// - Parameter documents: documents in which validation found no error.
  /// - Returns: the program, and what stands against emitting it.
  package static func lower(
    _ documents: DocumentIndex, _ options: GenerationOptions
  ) -> (program: Program, diagnostics: [Diagnostic]) {
    var lowering = Lowering(documents, options)
    lowering.refuseIncrementalDelivery()
    lowering.nameFragments()
    lowering.findShapes()
    lowering.lowerFragments()
    lowering.lowerOperations()
    lowering.addProtocols()
    lowering.collectSchemaTypes()
    return (lowering.program, lowering.diagnostics + lowering.table.directives.diagnostics)
  }

  private init(_ documents: DocumentIndex, _ options: GenerationOptions) {
    self.documents = documents
    self.options = options
    let tree = documents.tree
    self.tree = tree
    names = SchemaNames(documents.schema)
    globalNames = GlobalNames(documents, options, names)
    nonNullUses = NonNullUses(documents)
    program = Program(documents, LeafTypes(documents.schema, options, names))
    let cacheKeys = CacheKeys(options.cacheKeys, documents.schema)
    addedSelections = AddedSelections(documents, sendsTypeMarkers: options.sendsTypeMarkers, cacheKeys)
    diagnostics = globalNames.diagnostics + cacheKeys.diagnostics + addedSelections.diagnostics
    table = ShapeBuilder(documents, addedSelections)
    seenTypes = ScratchNumbers(count: documents.schema.typeCount)
    limits = ShapeLimits(shapeLimit: options.shapeLimit, nodeCount: tree.count)
    declarations = Declarations(documents, options)
    writer = DocumentWriter(documents, addedSelections)
    collector = SchemaTypeCollector(documents.schema, names, options)
  }

  /// `@defer` and `@stream` make a response come in parts, which emitted types cannot hold.
  private mutating func refuseIncrementalDelivery() {
    let names = [tree.names.find("defer"), tree.names.find("stream")].filter { $0 != 0 }
    if names.isEmpty { return }
    var node = 0
    while node < tree.count {
      if case .directive = tree.nodes[node].kind, names.contains(tree.nodes[node].name) {
        diagnostics.append(
          Diagnostic(
            .error, .incrementalDelivery,
            "\"@\(tree.name(node))\" is not supported: the response would come in parts. Remove the directive.",
            at: [tree.range(of: node)]))
      }
      node += 1
    }
  }

  // MARK: - Fragments

  private mutating func nameFragments() {
    for definition in tree.definitions where tree.kind(definition) == .fragmentDefinition {
      declarations.fragmentTypes[definition] = globalNames.fragments[definition]?.typeName
    }
  }

  /// Declares every fragment's type, those first that others spread, then fills them in that order.
  private mutating func lowerFragments() {
    var declared: [(fragment: NodeID, type: DeclaredType)] = []
    for fragment in fragments {
      guard let shape = shapes[fragment], let names = globalNames.fragments[fragment] else { continue }
      let typeName = names.typeName
      let data = declarations.declare(shape, name: typeName, path: typeName)
      program.fragments.append(
        Fragment(
          node: fragment, name: tree.name(fragment), swiftName: typeName, protocolName: names.protocolName,
          data: data))
      declarations.add(table.directives.places[fragment], to: data.type)
      if case .type(let type) = data { declared.append((fragment, type)) }
    }
    for (fragment, type) in declared { fill(type, fragment) }
  }

  /// Gives each fragment its protocol, and every type the protocols that it conforms to.
  private mutating func addProtocols() {
    var builder = ProtocolBuilder(tree, taken: globalNames.taken)
    for index in program.fragments.indices {
      builder.build(program.fragments[index])
      let node = program.fragments[index].node
      let own = builder.fragments[node]
      if let own, own.data === program.fragments[index].data.type,
        own.name == program.fragments[index].protocolName
      {
        own.directiveConformances = table.directives.places[node]?.conformsTo ?? []
      }
      program.fragments[index].ownProtocol = own
      program.fragments[index].nestedProtocols = builder.nested[node] ?? []
    }
    program.protocols = builder.protocols
    var finder = ConformanceFinder(builder)
    for fragment in program.fragments {
      if case .type(let type) = fragment.data { finder.visit(type) }
    }
    for operation in program.operations {
      if case .type(let type) = operation.data { finder.visit(type) }
    }
    program.fragments.sort { $0.node < $1.node }
  }

  /// Fragments so that each stands behind those that it spreads.
  private mutating func fragmentsInOrder() -> [NodeID] {
    var order: [NodeID] = []
    var seen: Set<NodeID> = []
    for definition in tree.definitions where tree.kind(definition) == .fragmentDefinition {
      // Depth first without recursion: a fragment is done when it is met the second time.
      var stack = [(definition, false)]
      while let (fragment, isDone) = stack.popLast() {
        if isDone {
          order.append(fragment)
          continue
        }
        guard seen.insert(fragment).inserted else { continue }
        stack.append((fragment, true))
        for spread in writer.directSpreads(fragment).reversed() where !seen.contains(spread) {
          stack.append((spread, false))
        }
      }
    }
    return order
  }

  // MARK: - Operations

  private mutating func lowerOperations() {
    let ofFragments = declarations.owners.count
    for file in tree.files {
      declarations.forget(to: ofFragments)
      for definition in tree.definitions(file) where tree.kind(definition) == .operation {
        lowerOperation(definition, in: file)
      }
    }
  }

  private mutating func lowerOperation(_ node: NodeID, in file: SyntaxTree.File) {
    guard let shape = shapes[node] else { return }
    let kind = tree.operationKind(node)
    let name = globalNames.anonymous[node] ?? tree.name(node)
    let swiftName = globalNames.operations[node] ?? name
    let data = declarations.declare(shape, name: "Data", path: "\(swiftName).Data")
    if case .type(let type) = data { fill(type, node, swiftName) }
    // A property cannot have the name of the nested type.
    var scope = NameScope(taken: ["Data"])
    let nonNullUses = nonNullUses.names(in: [node] + writer.fragments(reachedFrom: node))
    let variables = tree.children(node, .variableDefinition).map { variable in
      let name = tree.name(variable)
      let given = table.directives.places[variable]?.name
      let type = documents.valueTypes[variable]
      collector.add(type.named)
      return Variable(
        name: name, swiftName: scope.claim(given ?? options.memberName(name), suffix: "_"), type: type,
        node: variable,
        presence: presence(of: variable, type, nonNullUses))
    }
    let text = writer.document(node, name: name)
    let id = options.operationIDs?[text]
    if id == nil, options.operationIDs != nil { noteUnregistered(name, node) }
    program.operations.append(
      Operation(
        kind: kind, node: node, name: name, swiftName: swiftName, variables: variables, document: text,
        registeredID: id, data: data))
  }

  private func presence(of variable: NodeID, _ type: TypeReference, _ nonNullUses: Set<NameID>)
    -> InputPresence
  {
    if type.isNonNull { return tree.value(variable) == nil ? .required : .omittable }
    return nonNullUses.contains(tree.nodes[variable].name) ? .omittable : .nullable
  }

  private mutating func noteUnregistered(_ name: String, _ node: NodeID) {
    let range = tree.nodes[node].name == 0 ? tree.range(of: node) : tree.nameRange(of: node)
    diagnostics.append(
      Diagnostic(
        .warning, .unregisteredOperation,
        "The manifest that \"operationIdentifiers\" names does not have \"\(name)\" as it is sent now. Register it; until "
          + "then its identifier is the SHA-256 of its text.", at: [range]))
  }

  // MARK: - Shapes

  /// Finds all shapes before any has a place: what asks for too many is refused before it costs more.
  private mutating func findShapes() {
    fragments = fragmentsInOrder()
    repeat {
      for fragment in fragments { findShape(of: fragment) }
      for node in tree.definitions where tree.kind(node) == .operation { findShape(of: node) }
      table.shareFields()
    } while mergesMisreadSpreads()
    seenShapes = ScratchNumbers(count: table.shapes.count)
  }

  /// Makes fragments that cannot be read apart part of what is around them: all shapes must then be found anew.
  private mutating func mergesMisreadSpreads() -> Bool {
    if hasTooManyShapes || diagnostics.contains(where: { $0.severity == .error }) { return false }
    let found = SpreadReading.misreadSpreads(in: table.shapes, shapes, documents)
    if found.isEmpty { return false }
    // What a dependency module has read and written stays as it is there: only its own fragments decided.
    let below = SpreadReading.shapes(within: fragments.filter(isBelow).compactMap { shapes[$0] })
    let removed = found.filter { spread, shape in
      let isFixed = tree.definitions.filter { $0 <= spread }.last.map(isBelow) == true
      return (!isFixed || below.contains(shape)) && addedSelections.removeMarker(ofSpread: spread)
    }
    if !removed.isEmpty { table = ShapeBuilder(documents, addedSelections, work: table.work) }
    return !removed.isEmpty
  }

  private func isBelow(_ node: NodeID) -> Bool {
    tree.kind(node) == .fragmentDefinition && options.dependencyFragments[tree.name(node)] != nil
  }

  private mutating func findShape(of definition: NodeID) {
    // One definition that needs too many types says it for all that share its fragments.
    guard !hasTooManyShapes, let set = documents.selectionSet(definition) else { return }
    let first = table.shapes.count
    do {
      let shape = try table.shape(ofRoot: set, limits)
      guard let deep = table.tooDeep.first else {
        shapes[definition] = shape
        return
      }
      table.forgetTooDeep()
      report(
        .tooManyNestedFragments,
        "Fragments spread one another more than \(FieldCollection.maximumDepth) deep here.", deep)
    } catch {
      hasTooManyShapes = true
      refuse(definition, error, first)
    }
  }

  /// Says that a definition, or all up to it, need too much.
  private mutating func refuse(_ definition: NodeID, _ excess: ShapeLimits.Excess, _ first: Int) {
    let advice = "Spread fewer fragments together, or raise \"shapeLimit\" in apus.json."
    switch excess {
    case .shapes:
      report(
        .tooManyShapes,
        "\"\(tree.name(definition))\" would need more than \(limits.shapeCount) types: its fragments multiply where "
          + "they meet. \(advice)", definition, notes: multiplyingFragments(first))
    case .selections:
      report(
        .tooManyShapes,
        "With \"\(tree.name(definition))\" the documents would need types of more than \(limits.selectionCount) "
          + "fields in all: fragments multiply where they meet. \(advice)", definition,
        notes: multiplyingFragments(0))
    }
  }

  /// The fragments that most of the shapes made since `first` are made of.
  private func multiplyingFragments(_ first: Int) -> [Diagnostic.Note] {
    var counts: [NodeID: Int] = [:]
    for shape in table.shapes[first...] {
      for fragment in shape.fragments { counts[fragment, default: 0] += 1 }
    }
    return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.prefix(5).map {
      fragment, count in
      Diagnostic.Note(
        "Fragment \"\(tree.name(fragment))\" takes part in \(count) of them.",
        at: tree.nameRange(of: fragment))
    }
  }

  private mutating func fill(_ type: DeclaredType, _ definition: NodeID, _ swiftName: String? = nil) {
    if hasTooManyShapes { return }
    var outer = TakenNames()
    if let swiftName { outer.insert(swiftName) }
    for fragment in [definition] + writer.fragments(reachedFrom: definition) {
      if let name = declarations.fragmentTypes[fragment] { outer.insert(name) }
    }
    addLeafTypes(of: type.shape, to: &outer)
    declarations.fill(type, outerNames: outer)
    if declarations.isTooDeep {
      report(
        .typesTooDeep,
        "Selections are nested more than \(Declarations.maximumDepth) deep here. Ask for less at once.",
        definition)
    }
  }

  /// Adds the names of the enums and bound Swift types in a shape and all within it that have no place yet; enums are
  /// collected on the way.
  private mutating func addLeafTypes(of root: Shape, to found: inout TakenNames) {
    var pending = [root]
    seenShapes.forgetAll()
    seenTypes.forgetAll()
    while let shape = pending.popLast() {
      guard shape === root || declarations.owners[shape.id] == nil, seenShapes.insert(shape.id) else {
        continue
      }
      if case .enumeration(let cases) = shape.form { pending += cases.map(\.shape) }
      for field in shape.fields {
        if let inner = field.shape {
          pending.append(inner)
          continue
        }
        let type = field.type.named
        guard seenTypes.insert(Int(type)) else { continue }
        collector.add(type)
        switch program.leafTypes[type] {
        case .enumeration(let name), .codable(let name): found.insert(name)
        case .codec(let type, let codec):
          found.insert(type)
          found.insert(codec)
        default: break
        }
      }
    }
  }

  // MARK: - Schema types and names

  private mutating func collectSchemaTypes() {
    if options.emitsWholeSchema { collector.addAll() }
    noteUnmappedScalars()
    program.usedScalars = collector.scalars.sorted()
    program.enums = collector.enums()
    program.inputObjects = collector.inputObjects()
    for type in program.enums { program.globalNames.insert(type.swiftName) }
    for type in program.inputObjects { program.globalNames.insert(type.swiftName) }
    program.globalNames.formUnion(globalNames.given)
  }

  /// Says once of each custom scalar that nothing binds it to a Swift type.
  private mutating func noteUnmappedScalars() {
    for type in collector.scalars where documents.schema.types[Int(type)].isBuiltIn == false {
      guard program.leafTypes.binding(of: type) == nil else { continue }
      let schema = documents.schema
      let name = schema.name(type)
      diagnostics.append(
        Diagnostic(
          .warning, .unmappedScalar,
          "The scalar \"\(name)\" is any JSON (GraphQLValue) in Swift. Say what it is in apus.json, under \"scalars\".",
          at: [schema.tree.nameRange(of: schema.types[Int(type)].node)]))
    }
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ node: NodeID, notes: [Diagnostic.Note] = []
  ) {
    let range = tree.nodes[node].name == 0 ? tree.range(of: node) : tree.nameRange(of: node)
    diagnostics.append(Diagnostic(.error, code, message, at: [range], notes: notes))
  }
}
