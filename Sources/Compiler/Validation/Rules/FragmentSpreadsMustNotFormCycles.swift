import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A fragment does not spread itself, directly or through other fragments.
///
/// https://spec.graphql.org/September2025/#sec-Fragment-Spreads-Must-Not-Form-Cycles
extension ValidationContext {
  /// Reports each cycle once, at its spreads. Only call it if there may be a cycle.
  func checkFragmentSpreadsMustNotFormCycles() {
    var search = CycleSearch()
    for definition in index.allDefinitions where nodes[index.node(definition)].kind == .fragmentDefinition {
      follow(definition, &search)
    }
  }

  /// Searches depth first. Cycles end the recursion, and ``FragmentGraph`` has rejected anything that nests too deep.
  private func follow(_ definition: DefinitionID, _ search: inout CycleSearch) {
    let fragment = nodes[index.node(definition)].name
    if !search.visited.insert(fragment).inserted { return }
    search.positions[fragment] = search.path.count
    for spread in spreadsByLevel(of: definition) {
      let target = nodes[spread].name
      search.path.append(spread)
      if let start = search.positions[target] {
        reportCycle(Array(search.path[start...]))
      } else if let inner = index.definition(ofSpread: spread) {
        follow(inner, &search)
      }
      search.path.removeLast()
    }
    search.positions[fragment] = nil
  }

  private func reportCycle(_ spreads: [NodeID]) {
    guard let last = spreads.last else { return }
    let via = spreads.dropLast().map { "\"\(name($0))\"" }.joined(separator: ", ")
    report(
      .fragmentCycle,
      "Cannot spread fragment \"\(name(last))\" within itself" + (via.isEmpty ? "." : " via \(via)."),
      at: spreads.map(tree.range),
      notes: spreads.dropLast().map { .init("It spreads \"\(name($0))\" here.", at: tree.range(of: $0)) })
  }

  /// The spreads of a definition, outermost selections first, so that the shortest cycle is reported.
  private func spreadsByLevel(of definition: DefinitionID) -> [NodeID] {
    var spreads: [NodeID] = []
    var sets = [index[definition].selectionSet]
    while let set = sets.popLast() {
      for selection in tree.children(set) {
        if nodes[selection].kind == .fragmentSpread {
          spreads.append(selection)
        } else if let inner = tree.child(selection, .selectionSet) {
          sets.append(inner)
        }
      }
    }
    return spreads
  }
}

/// The state of the search for cycles.
private struct CycleSearch {
  /// Names of fragments already followed.
  var visited: Set<NameID> = []
  /// The spreads from a fragment to the current one.
  var path: [NodeID] = []
  /// For each fragment on the path, the index at which its spreads begin.
  var positions: [NameID: Int] = [:]
}

extension DiagnosticCode {
  package static let fragmentCycle = DiagnosticCode(
    "fragment-cycle",
    title: "A fragment that spreads itself",
    explanation: """
      Spreading a fragment is like writing its selections there. A fragment that spreads itself, directly or through
      others, would never end.
      """,
    example: "fragment ArtistParts on Artist { name similar { ...ArtistParts } }",
    fix: "Write out as many levels as are needed: `similar { name }`.")
}
