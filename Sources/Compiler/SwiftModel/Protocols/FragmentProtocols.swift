import ApusSource
import ApusDocuments
import ApusSyntax
import ApusShapes

/// Collects the fragments with their protocols, and the types that conform to them.
struct FragmentProtocols {
  /// The fragments in source order.
  private(set) var fragments: [Fragment] = []
  /// The protocols of fragments' shapes.
  let protocols: [ShapeID: FragmentProtocol]
  let conformances: TypeConformances

  init(
    _ types: DeclarationPass, _ operations: [Operation], _ sent: SentDocuments, _ names: GlobalNames,
    _ directives: ApusDirectives, _ conditions: FragmentVariables, _ documents: DocumentIndex,
    _ guards: GuardTable, _ associatedTypes: AssociatedTypeNames, _ modules: DocumentModules,
    _ avoided: AvoidedNames, _ solver: ConformanceSolver, _ diagnostics: DiagnosticSink
  ) {
    let tree = documents.tree
    var builder = ProtocolBuilder(tree, guards, associatedTypes, modules, solver)
    var module = 0
    for (node, data) in types.fragments {
      while module <= modules.number(of: node) {
        builder.begin(module: names.taken(in: module))
        module += 1
      }
      guard let own = names.fragments[node] else { continue }
      var fragment = Fragment(
        node: node, name: tree.name(node), swiftName: own.typeName, protocolName: own.protocolName,
        data: data, document: sent.fragments[node],
        conditions: BoundVariable.all(of: node, conditions, documents))
      builder.build(fragment)
      let result = builder.fragments[node]
      if let result, result.data === data.type, result.name == own.protocolName {
        result.directiveConformances = directives.places[node]?.conformsTo.map(\.name) ?? []
      }
      fragment.ownProtocol = result
      fragment.nestedProtocols = builder.nested[node] ?? []
      fragments.append(fragment)
    }
    protocols = builder.protocols
    var declared = ConformanceDeclarations(builder, solver)
    for (node, member) in fragments.map({ ($0.node, $0.data) }) + operations.map({ ($0.node, $0.data) }) {
      if case .type(let type) = member {
        declared.visit(type, avoiding: TakenNames(avoided.types[node] ?? []))
      }
    }
    conformances = declared.conformances
    limitChoices(tree, diagnostics)
    fragments.sort { $0.node < $1.node }
  }

  /// Rejects the first fragment with more type conditions than Swift can check.
  private mutating func limitChoices(_ tree: SyntaxTree, _ diagnostics: DiagnosticSink) {
    for fragment in fragments {
      let protocols = [fragment.ownProtocol].compactMap(\.self) + fragment.nestedProtocols
      guard
        let choice = protocols.lazy.compactMap(\.choice).first(where: {
          GenericRuleLimit.count(of: $0) > GenericRuleLimit.allowed
        })
      else { continue }
      diagnostics.append(
        Diagnostic(
          .error, .tooManyTypeConditions,
          "The fragment \"\(fragment.name)\" has \(choice.cases.count) type conditions, more than Swift can check. Split it into two fragments.",
          at: [tree.place(of: fragment.node)]))
      return
    }
  }
}
