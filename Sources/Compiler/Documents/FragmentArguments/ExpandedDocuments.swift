import ApusSyntax

/// Documents without fragment arguments that mean the same: each distinct use of a fragment becomes a separate fragment, named after the
/// fragment and its arguments, in which its variables have their values.
package struct ExpandedDocuments {
  /// The expanded documents. A fragment with variables is also there under its own name and with its variables: a cache reads it on its
  /// own.
  package let index: DocumentIndex
  /// Whether there are too many uses. Then nothing is expanded.
  package let isTooLarge: Bool
  /// By node, the original; empty if the documents are the original ones.
  private let origins: [NodeID]
  package let original: SyntaxTree

  package init(_ documents: DocumentIndex) {
    original = documents.tree
    var copy = ExpandedCopy(documents)
    if documents.hasFragmentArguments { copy.expand() }
    isTooLarge = copy.isTooLarge
    if !documents.hasFragmentArguments || isTooLarge {
      index = documents
      origins = []
      return
    }
    index = DocumentIndex(
      SyntaxTree(copy.nodes, copiedFrom: documents.tree, copy.origins), documents.schema)
    origins = copy.origins
  }

  /// The node that a node was copied from.
  package func origin(_ node: NodeID) -> NodeID { origins.isEmpty ? node : origins[node] }

  /// The end of the name of a fragment's copy, which tells uses apart; empty for other definitions.
  package func suffix(of definition: NodeID) -> String {
    if origins.isEmpty { return "" }
    return String(index.tree.name(definition).dropFirst(original.name(origins[definition]).count))
  }
}
