import ApusSource
import ApusSyntax

/// Diagnostics, at most one per node: a place of a document can be part of many shapes.
struct DiagnosticsByNode {
  private(set) var diagnostics: [Diagnostic] = []
  private var nodes: Set<NodeID> = []

  mutating func report(_ node: NodeID, _ diagnostic: @autoclosure () -> Diagnostic) {
    if nodes.insert(node).inserted { diagnostics.append(diagnostic()) }
  }
}
