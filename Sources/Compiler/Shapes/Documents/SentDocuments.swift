import ApusDocuments
import ApusSyntax

/// The documents that are sent: each operation, minified, with every fragment that it reaches, sorted by name.
package struct SentDocuments {
  package private(set) var operations: [NodeID: String] = [:]
  /// The documents with which a cache reads single fragments; empty without a cache.
  package private(set) var fragments: [NodeID: String] = [:]

  private let tree: SyntaxTree
  private let spreads: FragmentSpreads
  /// The minified text of each fragment definition.
  private var definitions: [NodeID: String] = [:]

  /// - Parameters:
  ///   - spreads: the spreads in the expanded documents.
  ///   - names: the names of anonymous operations, taken from their Swift types.
  ///   - hasFragments: whether a cache reads single fragments.
  ///   - modules: knows which documents this module does not send.
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

  /// The fragment definitions that a definition reaches, one after the other.
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
