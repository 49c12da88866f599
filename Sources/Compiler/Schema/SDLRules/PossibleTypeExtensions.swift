import ApusSource
import ApusSyntax

/// An extended type is defined and has the extension's kind; an extended directive is defined.
///
/// https://spec.graphql.org/September2025/#sec-Type-Extensions
extension SDLChecker {
  mutating func checkPossibleTypeExtensions(_ node: NodeID) {
    let defined = NodeID(entries[Int(nodes[node].name)].definedType)
    if defined >= 0 {
      if nodes[defined].kind == nodes[node].kind { return }
      report(
        .impossibleExtension, kindMessage(node),
        at: [tree.range(of: defined), tree.range(of: node)], node)
      return
    }
    report(
      .impossibleExtension,
      "Cannot extend type \(quoted(node)) because it is not defined."
        + suggestion(for: node) { $0.definedType >= 0 },
      at: [tree.nameRange(of: node)], node)
  }

  /// - Parameter node: an extension of a directive.
  mutating func checkPossibleDirectiveExtensions(_ node: NodeID) {
    if entries[Int(nodes[node].name)].directive >= 0 { return }
    report(
      .impossibleExtension,
      "Cannot extend directive \(quoted(node, prefix: "@")) because it is not defined.",
      at: [tree.nameRange(of: node)], node)
  }

  private func kindMessage(_ node: NodeID) -> String {
    "Cannot extend non-\(nodes[node].kind.typeKindDescription) type \(quoted(node))."
  }
}

extension NodeKind {
  fileprivate var typeKindDescription: String {
    switch self {
    case .scalarType: "scalar"
    case .objectType: "object"
    case .interfaceType: "interface"
    case .unionType: "union"
    case .enumType: "enum"
    default: "input object"
    }
  }
}

extension DiagnosticCode {
  package static let impossibleExtension = DiagnosticCode(
    "impossible-extension",
    title: "An extension of something that does not exist or is of another kind",
    explanation: """
      `extend type`, `extend interface` and so on add to a type that one of the schema's files defines, with the same
      keyword; `extend directive` adds to a directive. The scalars of the specification can be extended only where the schema defines them itself.
      """,
    example: "interface Node { id: ID! }\nextend type Node { createdAt: String }",
    fix: "Use the keyword of the definition, `extend interface Node`, or add the file that defines the type.")
}
