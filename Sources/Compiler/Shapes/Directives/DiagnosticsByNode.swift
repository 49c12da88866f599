import ApusSource
import ApusSyntax

/// Collects the first diagnostic for each node. A selection can be part of many shapes, each of which would report it.
struct DiagnosticsByNode {
  private(set) var diagnostics: [Diagnostic] = []
  private var nodes: Set<NodeID> = []

  mutating func report(_ node: NodeID, _ diagnostic: @autoclosure () -> Diagnostic) {
    if nodes.insert(node).inserted { diagnostics.append(diagnostic()) }
  }
}
