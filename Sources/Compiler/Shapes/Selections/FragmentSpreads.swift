import ApusDocuments
import ApusSyntax

/// The fragments that definitions spread.
package struct FragmentSpreads {
  /// All fragments, each after the ones it spreads.
  package let order: [NodeID]
  /// The fragments that each definition spreads directly, in source order, once per spread.
  private let direct: [NodeID: [NodeID]]
  private let numbers: [NodeID: DefinitionID]
  private let documents: DocumentIndex

  package init(_ documents: DocumentIndex) {
    var direct: [NodeID: [NodeID]] = [:]
    var numbers: [NodeID: DefinitionID] = [:]
    for definition in documents.allDefinitions {
      let spreads = documents.spreads(in: definition)
      if spreads.isEmpty { continue }
      let node = documents.node(definition)
      numbers[node] = definition
      direct[node] = spreads.compactMap { documents.fragment(ofSpread: $0) }
    }
    self.direct = direct
    self.numbers = numbers
    self.documents = documents
    order = FragmentSpreads.order(documents.tree, direct)
  }

  /// The fragments that a definition spreads directly, once per spread.
  func direct(in definition: NodeID) -> [NodeID] { direct[definition] ?? [] }

  /// Every fragment that a definition spreads, directly or through others.
  package func reached(from definition: NodeID) -> [NodeID] {
    guard let number = numbers[definition] else { return [] }
    return documents.reached(from: [number]).dropFirst().map(documents.node)
  }

  private static func order(_ tree: SyntaxTree, _ direct: [NodeID: [NodeID]]) -> [NodeID] {
    var order: [NodeID] = []
    var seen: Set<NodeID> = []
    for definition in tree.definitions where tree.kind(definition) == .fragmentDefinition {
      // Depth first, without recursion. Each fragment is popped twice: before the fragments that it spreads, and after them.
      var stack = [(definition, false)]
      while let (fragment, isDone) = stack.popLast() {
        if isDone {
          order.append(fragment)
          continue
        }
        guard seen.insert(fragment).inserted else { continue }
        stack.append((fragment, true))
        for spread in (direct[fragment] ?? []).reversed() where !seen.contains(spread) {
          stack.append((spread, false))
        }
      }
    }
    return order
  }
}
