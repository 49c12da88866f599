import ApusSource
import ApusDocuments
import ApusSyntax

/// Spreads of one fragment with different arguments in one selection set.
extension ValidationContext {
  /// The fragment that a definition of expanded documents is a use of.
  func original(_ definition: DefinitionID) -> NodeID {
    let node = index.node(definition)
    return expansion?.origin(node) ?? node
  }

  /// - Parameters:
  ///   - spreads: pairs of spreads.
  ///   - reported: the original nodes of conflicts that were reported.
  func reportUses(_ spreads: [[NodeID]], _ reported: inout Set<[NodeID]>) {
    guard let expansion else { return }
    for pair in spreads {
      let spreads = pair.map(expansion.origin)
      if !reported.insert(spreads).inserted { continue }
      let uses = spreads.map { ValidationContext.use($0, expansion.original) }
      report(
        .fieldsConflict,
        "Spreads \"\(expansion.original.name(spreads[0]))\" conflict because \(uses[0]) and \(uses[1])"
          + " have different fragment arguments.",
        at: spreads.map(expansion.original.range),
        notes: [.init("The other spread is here.", at: expansion.original.range(of: spreads[1]))])
    }
  }

  /// `Card(size: 200)`
  private static func use(_ spread: NodeID, _ tree: SyntaxTree) -> String {
    let arguments = tree.children(spread, .argument).map { MinifyingPrinter.printPart($0, of: tree) }
    let list = arguments.joined(separator: ", ")
    if arguments.isEmpty { return tree.name(spread) }
    return "\(tree.name(spread))(\(list.utf8.count > 256 ? "..." : list))"
  }

  func reportTooManyUses() {
    let spread = (0..<tree.count).first {
      nodes[$0].kind == .fragmentSpread && tree.child($0, .argument) != nil
    }
    report(
      .fragmentArguments,
      "Each use of a fragment with different arguments is sent as a separate fragment, and these are too many. Pass fewer different arguments.",
      spread ?? 0)
  }
}
