import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Collects the operations, each with its variables, the document that is sent, and the type of its data.
struct OperationPass {
  private(set) var own: [Operation] = []
  /// The operations of modules below, if types were declared for them because names depend on them.
  private(set) var below: [Operation] = []

  var all: [Operation] { own + below }

  private var diagnostics: DiagnosticSink
  private let documents: DocumentIndex
  private let expanded: ExpandedDocuments
  private let tree: SyntaxTree
  private let options: GenerationOptions
  private let directives: ApusDirectives
  private let swiftTypes: SwiftTypes
  private let bindings: VariableBindings
  private let nonNullUses: NonNullUses
  /// Names that properties of the current operation must not have, because they would hide types in its module.
  private var avoided: Set<String> = []

  init(
    _ rewritten: RewrittenDocuments, _ expanded: ExpandedDocuments, _ spreads: FragmentSpreads,
    _ types: Declarations, _ shapes: ShapePass, _ asked: AskedVariables,
    _ fragmentVariables: FragmentVariables,
    _ sent: SentDocuments, _ names: GlobalNames, _ swiftTypes: SwiftTypes,
    _ directives: ApusDirectives, _ options: GenerationOptions, _ onErrorMode: OnErrorMode,
    _ cacheEdits: CacheEdits, avoiding avoided: AvoidedNames, _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    documents = rewritten.index
    let modules = rewritten.modules
    self.expanded = expanded
    self.options = options
    self.directives = directives
    self.swiftTypes = swiftTypes
    tree = documents.tree
    bindings = VariableBindings(expanded.index, swiftTypes.fieldBindings)
    nonNullUses = NonNullUses(expanded.index)
    var asked = asked
    let incremental = expanded.index.directives(Keyword.defer, Keyword.stream)
    for copy in expanded.index.tree.definitions where expanded.index.tree.kind(copy) == .operation {
      let node = expanded.origin(copy)
      let isOwn = modules.isOwn(node)
      // Operations of modules below are sent, and reported on, by their own modules. Here only their names matter.
      guard let shape = shapes.ofDefinitions[node], let data = types.operations[node],
        let document = isOwn ? sent.operations[node] : ""
      else { continue }
      self.diagnostics = isOwn ? diagnostics : DiagnosticSink()
      self.avoided = avoided.members[modules[node] ?? ""] ?? []
      let definitions = [copy] + spreads.reached(from: copy)
      let variables = variables(of: node, definitions)
      let names = (sent: names.anonymous[node] ?? tree.name(node), swift: names.operationName(node))
      let askedNames = shapes.isComplete ? asked.variables(of: shape) : []
      let root = documents.selectionSet(node)
      let passed = fragmentVariables.values(in: root.map { [$0] } ?? []).filter {
        askedNames.contains($0.name)
      }
      let conditions = variables.filter { askedNames.contains(tree.nodes[$0.node].name) }
      (conditions + passed.compactMap { variable(of: $0, variables) }).forEach { requireBool($0) }
      let operation = Operation(
        kind: tree.operationKind(node), node: node, name: names.sent, swiftName: names.swift,
        variables: variables, document: document,
        registeredID: registeredID(of: document, names.sent, node),
        data: data, isIncremental: has(incremental, in: definitions),
        onError: onErrorMode.onError(for: tree.operationKind(node)),
        conditions: conditions,
        passedConditions: passed.map {
          (tree.names.string($0.name), variable(of: $0, variables), $0.value.literal ?? false)
        },
        deferred: deferred(in: definitions, rewritten.separate.deferrals),
        cacheEdits: cacheEdits.ofOperations[node] ?? [])
      if isOwn { own.append(operation) } else { below.append(operation) }
    }
  }

  // MARK: - Variables

  private mutating func variables(of operation: NodeID, _ definitions: [NodeID]) -> [InputValue] {
    let nonNullUses = nonNullUses.names(in: definitions)
    let variables = tree.children(operation, .variableDefinition)
    let candidates = variables.map { variable in
      let name = tree.name(variable)
      var wanted = directives.places[variable]?.name ?? options.memberName(name)
      if avoided.contains(wanted) { wanted = SwiftNames.lowercasedFirst(wanted) }
      return ValueNames.Candidate(node: variable, name: name, wanted: wanted)
    }
    // Every operation has members called `Data` and `_conditions`, so a variable's property cannot have these names.
    let names = ValueNames(candidates, reserved: [NameSuffix.data, "_conditions"])
    diagnostics.append(contentsOf: names.warnings(.variable, tree))
    return zip(candidates, names.names).map { candidate, swiftName in
      let variable = candidate.node
      let type = documents.valueTypes[variable]
      let binding = bindings.binding(of: tree.nodes[variable].name, in: definitions) {
        diagnostics.append($0)
      }
      return InputValue(
        node: variable, name: candidate.name, swiftName: swiftName, type: type,
        presence: presence(of: variable, type, nonNullUses), binding: binding)
    }
  }

  /// The operation's variable that is passed to a fragment's variable; nil if a literal is passed.
  private func variable(of passed: PassedCondition, _ variables: [InputValue]) -> InputValue? {
    guard case .variable(let name) = passed.value else { return nil }
    return variables.first { tree.nodes[$0.node].name == name }
  }

  private func presence(
    of variable: NodeID, _ type: TypeReference, _ nonNullUses: Set<NameID>
  ) -> InputPresence {
    if type.isNonNull { return tree.value(variable) == nil ? .required : .omittable }
    return nonNullUses.contains(tree.nodes[variable].name) ? .omittable : .nullable
  }

  /// Reports a variable in `@include` or `@skip` that is not a `Bool` in Swift, because `apus.json` gives it another type.
  private mutating func requireBool(_ variable: InputValue) {
    switch swiftTypes.swiftType(variable.binding, variable.type) {
    case .codable(let type), .codec(let type, _):
      diagnostics.append(
        Diagnostic(
          .error, .conflictingFieldTypes,
          "\"$\(variable.name)\" is used in \"@include\" or \"@skip\" and must be a Bool, but apus.json gives it the type \(type). Use a separate variable there, or remove its type from apus.json.",
          at: [tree.place(of: variable.node)]))
    default: return
    }
  }

  // MARK: - Documents

  /// The identifier of a document in the manifest of registered operations; nil without a manifest. Warns if the manifest lacks the document.
  private mutating func registeredID(of document: String, _ name: String, _ node: NodeID) -> String? {
    guard let ids = options.operationIDs else { return nil }
    let id = ids[document]
    if id == nil {
      diagnostics.append(
        Diagnostic(
          .warning, .unregisteredOperation,
          "The manifest in \"operationIdentifiers\" does not list the current text of \"\(name)\", so its identifier is the SHA-256 of the text. Register the operation and update the manifest.",
          at: [tree.place(of: node)]))
    }
    return id
  }

  /// The deferred fragments in definitions, sorted by their labels; empty if the schema's `@defer` lacks the argument `label`.
  private func deferred(
    in definitions: [NodeID], _ deferrals: Deferrals
  ) -> [(label: String, key: String)] {
    if deferrals.isEmpty || !deferrals.sendsLabels { return [] }
    return definitions.flatMap { definition in
      let suffix = expanded.suffix(of: definition)
      return (definition..<Int(expanded.index.tree.nodes[definition].next)).compactMap { node in
        deferrals[expanded.origin(node)].map { ($0.label + suffix, $0.key) }
      }
    }.sorted { $0 < $1 }
  }

  /// Whether any of the nodes is in one of the definitions.
  private func has(_ nodes: [NodeID], in definitions: [NodeID]) -> Bool {
    if nodes.isEmpty { return false }
    return definitions.contains { definition in
      nodes.contains { definition < $0 && $0 < Int(expanded.index.tree.nodes[definition].next) }
    }
  }
}
