import ApusSource
import ApusDocuments
import ApusSyntax

/// The fragments that are properties whatever is selected beside them, each read by a type of its own: deferred fragments, inline fragments
/// with a name, and fragments with many type conditions.
package struct FragmentFields {
  package private(set) var deferrals: Deferrals
  package private(set) var inline: NamedInlineFragments
  private(set) var large: LargeFragments

  /// - Parameter fragments: all fragments, each after those that it spreads.
  package init(_ documents: DocumentIndex, _ fragments: [NodeID], _ diagnostics: DiagnosticSink) {
    deferrals = Deferrals(documents)
    large = LargeFragments(documents, fragments, deferrals)
    inline = NamedInlineFragments(documents, deferrals, diagnostics)
  }

  /// Goes over to the copies of the documents' nodes.
  mutating func renumber(_ numbers: NodeNumbers) {
    deferrals.renumber(numbers)
    inline.renumber(numbers)
    large.renumber(numbers)
  }

  /// Whether a spread or inline fragment is one of them.
  package func contains(_ selection: NodeID) -> Bool {
    deferrals[selection] != nil || inline[selection] != nil || large.contains(selection)
  }

  /// Whether variables decide on a node, if it is an inline fragment, or on an inline fragment around it that is read with the same object.
  func isUnderVariables(_ node: NodeID, _ documents: DocumentIndex) -> Bool {
    let tree = documents.tree
    var node = node
    while tree.kind(node) == .inlineFragment, !contains(node) {
      if tree.dependsOnVariables(node) { return true }
      node = documents.owner(ofSetAround: node)
    }
    return false
  }
}

extension SyntaxTree {
  /// Whether a selection has `@include` or `@skip` with a variable.
  func dependsOnVariables(_ selection: NodeID) -> Bool {
    [Keyword.include, Keyword.skip].contains { name in
      directive(name, on: selection).flatMap { argument(Keyword.if, of: $0) }.map(kind) == .variable
    }
  }
}

extension DocumentIndex {
  /// The field, inline fragment or definition whose selection set holds a selection.
  package func owner(ofSetAround node: NodeID) -> NodeID { NodeID(parents[NodeID(parents[node])]) }
}
