import ApusDocuments
import ApusSchema
import ApusSyntax

/// The texts of operations that are sent: minified, each with every fragment that it reaches, sorted by name, and with the added selections.
///
/// Left out: descriptions, which older servers refuse, and directives that only the compiler sees.
struct SentDocuments {
  private(set) var operations: [NodeID: String] = [:]
  /// The texts by which a cache reads fragments on their own; empty when there is no cache.
  private(set) var fragments: [NodeID: String] = [:]

  private let expanded: ExpandedDocuments
  private let documents: DocumentIndex
  private let tree: SyntaxTree
  private let spreads: FragmentSpreads
  private let selections: SentSelections
  /// The text of each fragment definition.
  private var definitions: [NodeID: String] = [:]

  /// - Parameters:
  ///   - spreads: those of the expanded documents.
  ///   - names: the names that anonymous operations get from their Swift types.
  ///   - hasFragments: whether fragments are read on their own.
  ///   - propagation: says which operations get a directive.
  ///   - modules: says which documents are not sent by this module.
  init(
    _ expanded: ExpandedDocuments, _ spreads: FragmentSpreads, _ selections: SentSelections,
    _ propagation: ErrorPropagation,
    names: [NodeID: String], hasFragments: Bool, modules: DocumentModules
  ) {
    self.expanded = expanded
    documents = expanded.index
    self.spreads = spreads
    self.selections = selections
    tree = documents.tree
    for definition in tree.definitions {
      let original = expanded.origin(definition)
      if !modules.isOwn(original) { continue }
      switch tree.kind(definition) {
      case .operation:
        let name = names[original] ?? tree.name(definition)
        operations[original] = text(of: definition, name: name, propagation)
      case .fragmentDefinition where hasFragments && fragments[original] == nil:
        fragments[original] = self.definition(of: definition) + reached(from: definition).joined()
      default: break
      }
    }
  }

  private mutating func text(of operation: NodeID, name: String, _ propagation: ErrorPropagation) -> String {
    var text = SentTextPrinter(expanded, selections)
    text.write(tree.operationKind(operation).keyword)
    text.write(name)
    text.writeVariables(operation)
    text.writeDirectives(operation)
    let directive = tree.names.find(ErrorPropagation.directive)
    if propagation.addsDirective(to: tree.operationKind(operation)),
      tree.directive(directive, on: operation) == nil
    {
      text.write(directive: directive)
    }
    if let set = documents.selectionSet(operation) { text.writeSelections(set) }
    for fragment in reached(from: operation) { text.write(definitions: fragment) }
    return text.string
  }

  /// The definitions of the fragments that a definition reaches.
  private mutating func reached(from definition: NodeID) -> [String] {
    spreads.reached(from: definition).sorted { tree.name($0) < tree.name($1) }.map { self.definition(of: $0) }
  }

  private mutating func definition(of fragment: NodeID) -> String {
    if let known = definitions[fragment] { return known }
    var text = SentTextPrinter(expanded, selections, labelSuffix: expanded.suffix(of: fragment))
    text.write("fragment")
    text.write(tree.nodes[fragment].name)
    // That of a cache alone.
    text.writeVariables(fragment)
    text.write("on")
    if let condition = tree.child(fragment, .namedType) { text.write(tree.nodes[condition].name) }
    text.writeDirectives(fragment)
    if let set = documents.selectionSet(fragment) { text.writeSelections(set) }
    let result = text.string
    definitions[fragment] = result
    return result
  }
}
