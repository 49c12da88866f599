import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A fragment's variables are used in the fragment, and its spreads give them values: those that they have to, and no others.
///
/// https://github.com/graphql/graphql-spec/pull/1081
extension ValidationContext {
  func checkVariables(ofFragment fragment: NodeID) {
    let variables = tree.children(fragment, .variableDefinition)
    if variables.isEmpty { return }
    checkUniqueVariables(of: fragment)
    var used: Set<NodeID> = []
    for node in fragment..<Int(nodes[fragment].next) {
      guard let variable = index.fragmentVariables[node]?.definition else { continue }
      used.insert(variable)
      checkAllVariableUsagesAreAllowed(node, variable)
    }
    for variable in variables where !used.contains(variable) {
      report(
        .unusedVariable,
        "Variable \"$\(name(variable))\" is never used in fragment \"\(name(fragment))\".", variable)
    }
  }

  /// - Parameter spread: a spread of a known fragment.
  func checkArguments(ofSpread spread: NodeID) {
    guard let fragment = index.fragment(ofSpread: spread) else { return }
    let variables = tree.children(fragment, .variableDefinition)
    let arguments = tree.children(spread, .argument)
    if arguments.count > 1 { checkUniqueArguments(of: spread) }
    for argument in arguments where !variables.contains(where: { nodes[$0].name == nodes[argument].name }) {
      let suggestion = Suggestions.didYouMean(name(argument), among: variables.map(name))
      report(
        .unknownArgument,
        "Unknown argument \"\(name(argument))\" on fragment \"\(name(fragment))\".\(suggestion)", argument,
        notes: [.init("\"\(name(fragment))\" is defined here.", at: tree.nameRange(of: fragment))])
    }
    for variable in variables where valueTypes[variable].isNonNull && tree.value(variable) == nil {
      if arguments.contains(where: { nodes[$0].name == nodes[variable].name }) { continue }
      report(
        .missingArgument,
        "Fragment \"\(name(fragment))\" argument \"\(name(variable))\" of type"
          + " \"\(schema.description(valueTypes[variable]))\" is required, but it was not provided.", spread,
        notes: [.init("The variable is defined here.", at: tree.range(of: variable))])
    }
  }

  /// Reports fragment arguments unless the configuration allows them.
  func checkFragmentArgumentsAreAllowed() {
    if options.allowsFragmentArguments || !index.hasFragmentArguments { return }
    for node in 0..<tree.count {
      let part: NodeID?
      switch nodes[node].kind {
      case .fragmentDefinition: part = tree.child(node, .variableDefinition)
      case .fragmentSpread: part = tree.child(node, .argument)
      default: continue
      }
      guard let part else { continue }
      report(
        .fragmentArguments,
        "Fragment arguments are a draft of GraphQL's next edition. To use them, set \"fragmentArguments\" to true in "
          + "apus.json.", part)
    }
  }
}

extension DiagnosticCode {
  package static let fragmentArguments = DiagnosticCode(
    "fragment-arguments",
    title: "Fragment arguments that are not enabled",
    explanation: """
      A fragment can define variables, to which its spreads pass values. This is a draft of GraphQL's next edition and has to be
      enabled in apus.json. The server does not need to know it: each use is sent as a separate fragment. Relay's
      `@argumentDefinitions` on a fragment and `@arguments` on its spreads mean the same.
      """,
    example: "fragment Card($size: Int = 100) on Album { cover(size: $size) { url } }",
    fix: "Add `\"fragmentArguments\": true` to apus.json.")
}
