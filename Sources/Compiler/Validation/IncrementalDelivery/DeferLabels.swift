import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The labels of `@defer` and `@stream` are string literals, and unique within an operation.
extension IncrementalDelivery {
  func checkDeferLabels() {
    var labelled: [DefinitionID: [(label: String, directive: NodeID)]] = [:]
    var definitions = context.index.allDefinitions[...]
    for directive in uses {
      guard let value = context.tree.argument("label", of: directive) else { continue }
      switch context.nodes[value].kind {
      case .nullValue: continue
      case .stringValue:
        while let next = definitions.dropFirst().first, context.index.node(next) <= directive {
          definitions.removeFirst()
        }
        guard let definition = definitions.first else { continue }
        labelled[definition, default: []].append((context.tree.stringValue(value), directive))
      default:
        context.report(
          .deferLabel, "\(label(directive)) directive label argument must be a static string.", directive)
      }
    }
    reportRepeated(labelled)
  }

  private func reportRepeated(_ labelled: [DefinitionID: [(label: String, directive: NodeID)]]) {
    if labelled.isEmpty { return }
    let index = context.index
    var reported: Set<NodeID> = []
    var reached: Set<DefinitionID> = []
    let operations = index.allDefinitions.filter { context.nodes[index.node($0)].kind == .operation }
    // Fragments that no operation uses are checked on their own.
    for root in operations + index.allDefinitions where !reached.contains(root) {
      var firstUses: [String: NodeID] = [:]
      for definition in index.reached(from: [root]).sorted() {
        reached.insert(definition)
        for (label, directive) in labelled[definition] ?? [] {
          guard let first = firstUses[label] else {
            firstUses[label] = directive
            continue
          }
          if !reported.insert(directive).inserted { continue }
          context.report(
            .deferLabel, "Defer/Stream directive label argument must be unique.",
            at: [context.tree.range(of: directive), context.tree.range(of: first)])
        }
      }
    }
  }
}

extension DiagnosticCode {
  package static let deferLabel = DiagnosticCode(
    "defer-label",
    title: "A label that is not unique",
    explanation: """
      A label names a part of the response that arrives later. It is a string literal, and unique within an operation and
      its fragments.
      """,
    example:
      "{ ... @defer(label: \"more\") { albums { id } } ... @defer(label: \"more\") { artists { id } } }",
    fix: "Give each a different label.")
}
