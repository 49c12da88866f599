import ApusDiagnostics
import ApusSyntax

/// Diagnostics of which each node gets one: a place of a document can be part of many shapes.
struct DiagnosticsByNode {
  private(set) var diagnostics: [Diagnostic] = []
  private var nodes: Set<NodeID> = []

  mutating func report(_ node: NodeID, _ diagnostic: @autoclosure () -> Diagnostic) {
    if nodes.insert(node).inserted { diagnostics.append(diagnostic()) }
  }
}

extension SyntaxTree {
  /// The place to show for a node: its name where it has one.
  func place(of node: NodeID) -> SourceRange {
    nodes[node].name == 0 ? range(of: node) : nameRange(of: node)
  }
}
