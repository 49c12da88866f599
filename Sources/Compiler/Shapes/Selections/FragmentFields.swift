import ApusSource
import ApusDocuments
import ApusSyntax

/// The *separate* fragments: deferred fragments, inline fragments with a name, and fragments with many type conditions. They always become properties
/// with their own type, and their fields never become fields of the enclosing object.
package struct FragmentFields {
  package private(set) var deferrals: Deferrals
  /// The names of inline fragments by `@apus(name:)`.
  package private(set) var inline: [NodeID: String]
  /// The spreads of fragments with many type conditions.
  private(set) var large: Set<NodeID>

  /// - Parameter fragments: all fragments, each after the ones it spreads.
  package init(_ documents: DocumentIndex, _ fragments: [NodeID], _ diagnostics: DiagnosticSink) {
    deferrals = Deferrals(documents)
    large = FragmentFields.spreadsOfLarge(documents, fragments, deferrals)
    inline = FragmentFields.named(documents, deferrals, diagnostics)
  }

  /// Replaces the user's nodes by their copies in the rewritten documents.
  mutating func renumber(_ numbers: NodeNumbers) {
    deferrals.renumber(numbers)
    inline = numbers.renumbered(inline)
    large = Set(large.compactMap { numbers[$0] })
  }

  /// Whether a spread or inline fragment always becomes a property.
  package func contains(_ selection: NodeID) -> Bool {
    deferrals[selection] != nil || inline[selection] != nil || large.contains(selection)
  }

  /// Whether an inline fragment is in the scope of an `@include` or `@skip` with a variable: its own, or that of an enclosing inline fragment which
  /// selects from the same object. Both fragments in `... @include(if: $x) { ... on Dog { name } }` are.
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
  /// The field, inline fragment or definition whose selection set directly contains a selection.
  package func owner(ofSetAround node: NodeID) -> NodeID { NodeID(parents[NodeID(parents[node])]) }
}
