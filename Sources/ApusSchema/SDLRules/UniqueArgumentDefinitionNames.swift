import ApusDiagnostics
import ApusSyntax

/// No two arguments of a field or directive have the same name.
///
/// https://spec.graphql.org/September2025/#sec-Field-Arguments
extension SDLChecker {
  /// - Parameter node: a field or directive definition.
  mutating func checkUniqueArgumentDefinitionNames(of node: NodeID) {
    var child = node &+ 1
    let end = Int(nodes[node].next)
    if child < end, case .description = nodes[child].kind { child = child &+ 1 }
    // Fast path: most fields have no arguments.
    guard child < end, case .inputValueDefinition = nodes[child].kind else { return }
    names.forgetAll()
    var hasDuplicates = false
    while child < end {
      guard case .inputValueDefinition = nodes[child].kind else { break }
      if names.insert(nodes[child].name, child) >= 0 { hasDuplicates = true }
      child = Int(nodes[child].next)
    }
    if hasDuplicates { reportArgumentDefinitions(of: node) }
  }

  private mutating func reportArgumentDefinitions(of node: NodeID) {
    let isDirective = nodes[node].kind == .directiveDefinition
    let parent = isDirective ? "@\(tree.name(node))" : "\(tree.name(definition)).\(tree.name(node))"
    for group in tree.groupsOfOneName(tree.children(node, .inputValueDefinition)) {
      report(
        .uniqueArgumentDefinitionNames, .duplicateArgumentDefinition,
        "Argument \"\(parent)(\(tree.name(group[0])):)\" can only be defined once.",
        at: group.map(tree.nameRange), group[1])
    }
  }
}

extension SyntaxTree {
  /// Groups the nodes that share their name with another. Each group is in source order.
  package func groupsOfOneName(_ list: [NodeID]) -> [[NodeID]] {
    var order: [NameID] = []
    var groups: [NameID: [NodeID]] = [:]
    for node in list {
      let name = nodes[node].name
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append(node)
    }
    return order.compactMap { groups[$0] }.filter { $0.count > 1 }
  }
}

extension DiagnosticCode {
  package static let duplicateArgumentDefinition = DiagnosticCode(
    "duplicate-argument-definition",
    title: "Two arguments with the same name in a definition",
    explanation: "The arguments of a field or directive must have different names.",
    example: "type Query { albums(first: Int, first: Int!): [Album] }",
    fix: "Remove the repeated argument.")
}
