import ApusSource
import ApusSyntax

/// Collects no more than one diagnostic per node: one selection can be part of many shapes.
struct DiagnosticsByNode {
  private(set) var diagnostics: [Diagnostic] = []
  private var nodes: Set<NodeID> = []

  mutating func report(_ node: NodeID, _ diagnostic: @autoclosure () -> Diagnostic) {
    if nodes.insert(node).inserted { diagnostics.append(diagnostic()) }
  }
}
