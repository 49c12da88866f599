import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

extension Lowering {
  /// Declares every fragment's type, those first that others spread, then fills them in that order.
  mutating func declareFragments() {
    for fragment in fragments {
      declarations.fragmentTypes[fragment] = globalNames.fragments[fragment]?.typeName
    }
    // What a module below declares stays there, also where a fragment above comes to the same.
    for module in options.dependencyModules { declareFragments(of: module.name) }
    declareFragments(of: nil)
  }

  private mutating func declareFragments(of module: String?) {
    var declared: [(fragment: NodeID, type: DeclaredType)] = []
    for fragment in fragments where self.module(of: fragment) == module {
      guard let shape = shapes[fragment], let names = globalNames.fragments[fragment] else { continue }
      let typeName = names.typeName
      let data = declarations.declare(shape, name: typeName, path: typeName)
      program.fragments.append(
        Fragment(
          node: fragment, name: tree.name(fragment), swiftName: typeName, protocolName: names.protocolName,
          data: data, document: options.usesCache ? writer.document(ofFragment: fragment) : nil))
      declarations.add(builder.directives.places[fragment], to: data.type)
      if case .type(let type) = data { declared.append((fragment, type)) }
    }
    for (fragment, type) in declared { fill(type, fragment) }
  }

  /// Refuses the first fragment whose type conditions are more than Swift can check.
  private mutating func limitChoices() {
    for fragment in program.fragments {
      let protocols = [fragment.ownProtocol].compactMap(\.self) + fragment.nestedProtocols
      guard
        let choice = protocols.lazy.compactMap(\.choice).first(where: {
          GenericRuleLimit.count(of: $0) > GenericRuleLimit.allowed
        })
      else { continue }
      return report(
        .tooManyTypeConditions,
        "\(choice.cases.count) type conditions meet in fragment \"\(tree.name(fragment.node))\", under the fragments that it "
          + "spreads: more than Swift can check. Write fewer of them in one fragment, or spread it through fewer others.",
        fragment.node)
    }
  }

  /// Gives each fragment its protocol, and every type the protocols that it conforms to.
  mutating func addProtocols() {
    let directives = self.builder.directives
    var builder = ProtocolBuilder(tree, guards, taken: globalNames.taken)
    for index in program.fragments.indices {
      builder.build(program.fragments[index])
      let node = program.fragments[index].node
      let own = builder.fragments[node]
      if let own, own.data === program.fragments[index].data.type,
        own.name == program.fragments[index].protocolName
      {
        own.directiveConformances = directives.places[node]?.conformsTo ?? []
      }
      program.fragments[index].ownProtocol = own
      program.fragments[index].nestedProtocols = builder.nested[node] ?? []
    }
    program.protocols = builder.protocols
    limitChoices()
    var finder = ConformanceFinder(builder)
    for fragment in program.fragments {
      if case .type(let type) = fragment.data { finder.visit(type) }
    }
    for operation in program.operations {
      if case .type(let type) = operation.data { finder.visit(type) }
    }
    program.fragments.sort { $0.node < $1.node }
    var told: Set<MisnamedRequirement> = []
    for requirement in finder.misnamed where told.insert(requirement).inserted {
      warn(.missingConformance, requirement.message, requirement.node)
    }
    for property in declarations.renamedProperties {
      let isElsewhere = property.field != 0 && property.field != property.node
      let notes = isElsewhere ? [Diagnostic.Note("The field.", at: place(of: property.field))] : []
      warn(.nameCollision, property.message, property.node, notes: notes)
    }
  }

  // MARK: - Operations

  mutating func declareOperations() {
    let ofFragments = declarations.owners.count
    for file in tree.files {
      declarations.forget(to: ofFragments)
      for definition in tree.definitions(file) where tree.kind(definition) == .operation {
        declareOperation(definition, in: file)
      }
    }
  }

  mutating func declareOperation(_ node: NodeID, in file: SyntaxTree.File) {
    guard let shape = shapes[node] else { return }
    let kind = tree.operationKind(node)
    let name = globalNames.anonymous[node] ?? tree.name(node)
    let swiftName = globalNames.operations[node] ?? name
    let data = declarations.declare(shape, name: "Data", path: "\(swiftName).Data")
    if case .type(let type) = data { fill(type, node, swiftName) }
    // A property cannot have the name of the nested type.
    var scope = NameScope(taken: ["Data", "_conditions"])
    let definitions = [node] + writer.fragments(reachedFrom: node)
    let nonNullUses = nonNullUses.names(in: definitions)
    let variables = tree.children(node, .variableDefinition).map { variable in
      let name = tree.name(variable)
      let given = builder.directives.places[variable]?.name
      let type = documents.valueTypes[variable]
      let binding = variableBindings.binding(of: tree.nodes[variable].name, in: definitions) {
        diagnostics.append($0)
      }
      if binding == 0 { collector.add(type.named) } else { program.usedBindings.insert(binding) }
      return Variable(
        name: name, swiftName: scope.claim(given ?? options.memberName(name), suffix: "_"), type: type,
        node: variable,
        presence: presence(of: variable, type, nonNullUses), binding: binding)
    }
    let asked = askedVariables?.variables(of: shape) ?? []
    let conditions = variables.filter { asked.contains(tree.nodes[$0.node].name) }
    conditions.forEach { requireBool($0) }
    let text = writer.document(node, name: name)
    let id = options.operationIDs?[text]
    if id == nil, options.operationIDs != nil { noteUnregistered(name, node) }
    program.operations.append(
      Operation(
        kind: kind, node: node, name: name, swiftName: swiftName, variables: variables, document: text,
        registeredID: id, data: data, isIncremental: isIncremental(node),
        conditions: conditions, parts: parts(definitions)))
  }

  /// Refuses a variable that decides what a response has, and is no `Bool` in Swift.
  private mutating func requireBool(_ variable: Variable) {
    switch program.leafType(of: variable) {
    case .codable(let type), .codec(let type, _):
      report(
        .conflictingFieldTypes,
        "\"$\(variable.name)\" decides what the response has, as a Bool, and is \(type) by apus.json. "
          + "Use another variable in \"@include\" and \"@skip\", or leave its type a Bool.", variable.node)
    default: return
    }
  }

  /// The deferred parts of definitions, by their labels.
  private func parts(_ definitions: [NodeID]) -> [(label: String, key: String)] {
    if addedSelections.deferrals.isEmpty || !addedSelections.sendsLabels { return [] }
    return definitions.flatMap { definition in
      (definition..<Int(tree.nodes[definition].next)).compactMap { addedSelections.deferrals[$0] }
    }.map { ($0.label, $0.key) }.sorted { $0 < $1 }
  }

  /// Whether an operation or a fragment that it reaches has `@defer` or `@stream`.
  private mutating func isIncremental(_ operation: NodeID) -> Bool {
    let names = [tree.names.find("defer"), tree.names.find("stream")].filter { $0 != 0 }
    if names.isEmpty { return false }
    for definition in [operation] + writer.fragments(reachedFrom: operation) {
      for node in definition..<Int(tree.nodes[definition].next) {
        if case .directive = tree.nodes[node].kind, names.contains(tree.nodes[node].name) { return true }
      }
    }
    return false
  }

  func presence(of variable: NodeID, _ type: TypeReference, _ nonNullUses: Set<NameID>)
    -> InputPresence
  {
    if type.isNonNull { return tree.value(variable) == nil ? .required : .omittable }
    return nonNullUses.contains(tree.nodes[variable].name) ? .omittable : .nullable
  }

  mutating func noteUnregistered(_ name: String, _ node: NodeID) {
    let range = tree.nodes[node].name == 0 ? tree.range(of: node) : tree.nameRange(of: node)
    diagnostics.append(
      Diagnostic(
        .warning, .unregisteredOperation,
        "The manifest that \"operationIdentifiers\" names does not have \"\(name)\" as it is sent now. Register it; until "
          + "then its identifier is the SHA-256 of its text.", at: [range]))
  }

  // MARK: - What is within

  mutating func fill(_ type: DeclaredType, _ definition: NodeID, _ swiftName: String? = nil) {
    if hasTooManyShapes { return }
    var outer = TakenNames()
    if let swiftName { outer.insert(swiftName) }
    for fragment in [definition] + writer.fragments(reachedFrom: definition) {
      if let name = declarations.fragmentTypes[fragment] { outer.insert(name) }
    }
    addLeafTypes(of: type.shape, to: &outer)
    declarations.fill(type, of: definition, outerNames: outer)
    if declarations.isTooDeep {
      report(
        .typesTooDeep,
        "Selections are nested more than \(Declarations.maximumDepth) deep here. Ask for less at once.",
        definition)
    }
  }

  /// Adds the names of the enums and bound Swift types in a shape and all within it that have no place yet; enums are
  /// collected on the way.
  mutating func addLeafTypes(of root: Shape, to found: inout TakenNames) {
    var pending = [root]
    seenShapes.forgetAll()
    seenTypes.forgetAll()
    while let shape = pending.popLast() {
      guard shape === root || declarations.owners[shape.id] == nil, seenShapes.insert(shape.id) else {
        continue
      }
      if case .enumeration(let cases) = shape.form { pending += cases.map(\.shape) }
      pending += shape.deferredShapes.values
      for field in shape.fields {
        if let inner = field.shape {
          pending.append(inner)
          continue
        }
        if field.binding != 0 {
          program.usedBindings.insert(field.binding)
          add(program.leafTypes.fieldBindings.entries[field.binding].binding, to: &found)
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

  /// The names that code with a binding writes, each to its first dot.
  private func add(_ binding: GenerationOptions.ScalarBinding, to found: inout TakenNames) {
    for name in [binding.type, binding.codec ?? ""] where !name.isEmpty {
      found.insert(String(name.prefix { $0 != "." && $0 != "<" }))
    }
  }
}
