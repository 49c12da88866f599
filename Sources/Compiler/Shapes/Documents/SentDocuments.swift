import ApusDocuments
import ApusSyntax

/// The documents that are sent: each operation, minified, followed by every fragment that it reaches, directly or through others, sorted by name.
package struct SentDocuments {
  package private(set) var operations: [NodeID: String] = [:]
  /// For each fragment, the document with which a cache reads it without an operation: its definition, followed by every fragment that it reaches.
  /// Empty without a cache.
  package private(set) var fragments: [NodeID: String] = [:]

  private let tree: SyntaxTree
  private let spreads: FragmentSpreads
  /// The minified text of each fragment definition.
  private var definitions: [NodeID: String] = [:]

  /// - Parameters:
  ///   - spreads: the spreads in the expanded documents.
  ///   - names: names for anonymous operations, taken from their Swift types.
  ///   - hasFragments: whether fragments get documents, because the program uses a cache.
  ///   - modules: the definitions' modules. Only definitions of the compiled module get a document.
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

  /// The text of all fragment definitions that a definition reaches.
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
