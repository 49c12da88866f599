import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The operations, each with its variables, the text that is sent, and the type of its data.
struct DeclaredOperations {
  private(set) var all: [Operation] = []
  /// The leaf types that responses and variables hold.
  private(set) var reached: SchemaTypeCollector
  private(set) var diagnostics: [Diagnostic] = []

  private let documents: DocumentIndex
  private let tree: SyntaxTree
  private let options: GenerationOptions
  private let directives: ApusDirectives
  private let leafTypes: LeafTypes
  private let bindings: VariableBindings
  private let nonNullUses: NonNullUses

  init(
    _ documents: DocumentIndex, _ types: DefinitionTypes, _ shapes: DefinitionShapes,
    _ asked: AskedVariables, _ sent: SentDocuments, _ spreads: FragmentSpreads, _ deferrals: Deferrals,
    _ names: GlobalNames, _ leafTypes: LeafTypes, _ directives: ApusDirectives, _ options: GenerationOptions,
    onError: GenerationOptions.ErrorBehavior?
  ) {
    self.documents = documents
    self.options = options
    self.directives = directives
    self.leafTypes = leafTypes
    tree = documents.tree
    reached = types.reached
    bindings = VariableBindings(documents, leafTypes.fieldBindings)
    nonNullUses = NonNullUses(documents)
    var asked = asked
    let incremental = documents.directives(Keyword.defer, Keyword.stream)
    for node in tree.definitions where tree.kind(node) == .operation {
      guard let shape = shapes.ofDefinitions[node], let data = types.operations[node],
        let document = sent.operations[node]
      else { continue }
      let definitions = [node] + spreads.reached(from: node)
      let variables = variables(of: node, definitions)
      let names = (sent: names.anonymous[node] ?? tree.name(node), swift: names.operationName(node, tree))
      let askedNames = shapes.isComplete ? asked.variables(of: shape) : []
      let conditions = variables.filter { askedNames.contains(tree.nodes[$0.node].name) }
      conditions.forEach { requireBool($0) }
      all.append(
        Operation(
          kind: tree.operationKind(node), node: node, name: names.sent, swiftName: names.swift,
          variables: variables, document: document,
          registeredID: registeredID(of: document, names.sent, node),
          data: data, isIncremental: has(incremental, in: definitions), onError: onError,
          conditions: conditions,
          deferred: deferred(in: definitions, deferrals)))
    }
  }

  // MARK: - Variables

  private mutating func variables(of operation: NodeID, _ definitions: [NodeID]) -> [Variable] {
    // A property cannot have the name of the nested type.
    var scope = NameScope(taken: ["Data", "_conditions"])
    let nonNullUses = nonNullUses.names(in: definitions)
    return tree.children(operation, .variableDefinition).map { variable in
      let name = tree.name(variable)
      let given = directives.places[variable]?.name
      let type = documents.valueTypes[variable]
      let binding = bindings.binding(of: tree.nodes[variable].name, in: definitions) {
        diagnostics.append($0)
      }
      if binding == 0 { reached.add(type.named) } else { reached.add(binding: binding) }
      return Variable(
        name: name, swiftName: scope.claim(given ?? options.memberName(name), suffix: "_"), type: type,
        node: variable, presence: presence(of: variable, type, nonNullUses), binding: binding)
    }
  }

  private func presence(
    of variable: NodeID, _ type: TypeReference, _ nonNullUses: Set<NameID>
  ) -> InputPresence {
    if type.isNonNull { return tree.value(variable) == nil ? .required : .omittable }
    return nonNullUses.contains(tree.nodes[variable].name) ? .omittable : .nullable
  }

  /// Refuses a variable that decides what a response has and is not a `Bool` in Swift.
  private mutating func requireBool(_ variable: Variable) {
    switch leafTypes.leaf(variable.binding, variable.type) {
    case .codable(let type), .codec(let type, _):
      diagnostics.append(
        Diagnostic(
          .error, .conflictingFieldTypes,
          "\"$\(variable.name)\" decides what the response has, as a Bool, and is \(type) by apus.json. "
            + "Use another variable in \"@include\" and \"@skip\", or leave its type a Bool.",
          at: [tree.place(of: variable.node)]))
    default: return
    }
  }

  // MARK: - Texts

  /// The identifier that a document is registered under. A document without one is reported where there is a manifest.
  private mutating func registeredID(of document: String, _ name: String, _ node: NodeID) -> String? {
    guard let ids = options.operationIDs else { return nil }
    let id = ids[document]
    if id == nil {
      diagnostics.append(
        Diagnostic(
          .warning, .unregisteredOperation,
          "The manifest that \"operationIdentifiers\" names does not have \"\(name)\" as it is sent now. Register it; until "
            + "then its identifier is the SHA-256 of its text.", at: [tree.place(of: node)]))
    }
    return id
  }

  /// The deferred fragments of definitions, by their labels.
  private func deferred(
    in definitions: [NodeID], _ deferrals: Deferrals
  ) -> [(label: String, key: String)] {
    if deferrals.isEmpty || !deferrals.sendsLabels { return [] }
    return definitions.flatMap { definition in
      (definition..<Int(tree.nodes[definition].next)).compactMap { deferrals[$0] }
    }.map { ($0.label, $0.key) }.sorted { $0 < $1 }
  }

  /// Whether any of some nodes is in definitions.
  private func has(_ nodes: [NodeID], in definitions: [NodeID]) -> Bool {
    if nodes.isEmpty { return false }
    return definitions.contains { definition in
      nodes.contains { definition < $0 && $0 < Int(tree.nodes[definition].next) }
    }
  }
}
