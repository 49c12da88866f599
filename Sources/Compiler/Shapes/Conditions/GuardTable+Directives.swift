import ApusSyntax

extension GuardTable {
  /// The guard of a selection's `@include` and `@skip` directives (sections 3.13.1 and 3.13.2). `@include(if: true)` adds nothing to it, and
  /// `@include(if: false)` makes it `never`.
  package func directives(of selection: NodeID, in tree: SyntaxTree) -> Guard {
    var child = selection &+ 1
    let end = Int(tree.nodes[selection].next)
    var result = Guard.always
    while child < end {
      if case .directive = tree.nodes[child].kind { result = and(result, directive(child, in: tree)) }
      child = Int(tree.nodes[child].next)
    }
    return result
  }

  /// The guard of one directive; `always` for all directives other than `@include` and `@skip`.
  package func directive(_ directive: NodeID, in tree: SyntaxTree) -> Guard {
    let name = tree.nodes[directive].name
    guard name == Keyword.include || name == Keyword.skip,
      let value = tree.argument(Keyword.if, of: directive)
    else { return .always }
    let isInclude = name == Keyword.include
    switch tree.nodes[value].kind {
    case .booleanValue: return tree.has(NodeFlag.isTrue, value) == isInclude ? .always : .never
    case .variable:
      let variable = atom(.variable(fragmentVariables[value]?.name ?? tree.nodes[value].name))
      return isInclude ? variable : not(variable)
    default: return .always
    }
  }
}
