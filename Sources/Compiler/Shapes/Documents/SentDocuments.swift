import ApusDocuments
import ApusSyntax

/// The texts of operations that are sent: minified, each with every fragment that it reaches, sorted by name.
package struct SentDocuments {
  package private(set) var operations: [NodeID: String] = [:]
  /// The texts by which a cache reads fragments on their own; empty when there is no cache.
  package private(set) var fragments: [NodeID: String] = [:]

  private let tree: SyntaxTree
  private let spreads: FragmentSpreads
  /// The text of each fragment definition.
  private var definitions: [NodeID: String] = [:]

  /// - Parameters:
  ///   - spreads: those of the expanded documents.
  ///   - names: the names that anonymous operations get from their Swift types.
  ///   - hasFragments: whether fragments are read on their own.
  ///   - modules: says which documents are not sent by this module.
  package init(
    _ expanded: ExpandedDocuments, _ spreads: FragmentSpreads, names: [NodeID: String], hasFragments: Bool,
    modules: DocumentModules
  ) {
    self.spreads = spreads
    tree = expanded.index.tree
    for definition in tree.definitions {
      let original = expanded.origin(definition)
      if !modules.isOwn(original) { continue }
      switch tree.kind(definition) {
      case .operation:
        operations[original] =
          MinifyingPrinter.print(definition, named: names[original], of: tree) + reached(from: definition)
      case .fragmentDefinition where hasFragments && fragments[original] == nil:
        fragments[original] = self.definition(of: definition) + reached(from: definition)
      default: break
      }
    }
  }

  /// The definitions of the fragments that a definition reaches.
  private mutating func reached(from definition: NodeID) -> String {
    var text = ""
    for fragment in spreads.reached(from: definition).sorted(by: { tree.name($0) < tree.name($1) }) {
      text += self.definition(of: fragment)
    }
    return text
  }

  private mutating func definition(of fragment: NodeID) -> String {
    if let known = definitions[fragment] { return known }
    let text = MinifyingPrinter.print(fragment, of: tree)
    definitions[fragment] = text
    return text
  }
}
