import ApusSource
import ApusSchema
import ApusSyntax

/// Leaves fields out of documents that no server has: those with `@client`, which Apollo's clients resolve locally, and `__id`, the
/// identifier that Relay's store gives to each object.
package struct LocalFields {
  private let tree: SyntaxTree
  private let directive: NameID
  private let identifier: NameID
  /// Selections and definitions, with everything in them.
  private var removed: Set<NodeID> = []
  private var diagnostics: [Diagnostic] = []

  /// Copies documents without the fields, before any other stage sees them.
  ///
  /// - Returns: the documents, with a warning for each field, and an error for each definition without other fields.
  package static func leftOut(of tree: SyntaxTree, _ schema: Schema) -> (tree: SyntaxTree, [Diagnostic]) {
    let hasDirective = schema.clientDirectives["client"]?.meaning == .localField
    let directive = hasDirective ? tree.names.find("client") : 0
    let identifier = tree.names.find("__id")
    if directive == 0, identifier == 0 { return (tree, []) }
    var fields = LocalFields(tree: tree, directive: directive, identifier: identifier)
    for definition in tree.definitions {
      guard let set = tree.child(definition, .selectionSet), !fields.visit(set) else { continue }
      fields.removed.insert(definition)
      fields.refuse(definition)
    }
    if fields.removed.isEmpty { return (tree, []) }
    let copy = TreeCopy(of: tree)
    copy.copyFiles { fields.copy($0, to: copy) }
    return (copy.tree, fields.diagnostics)
  }

  private init(tree: SyntaxTree, directive: NameID, identifier: NameID) {
    self.tree = tree
    self.directive = directive
    self.identifier = identifier
  }

  /// Finds what a selection set loses. The parser limits the recursion depth.
  ///
  /// - Returns: whether any selection is left.
  private mutating func visit(_ set: NodeID) -> Bool {
    var isLeft = false
    for selection in tree.children(set) {
      if let warning = warning(about: selection) {
        diagnostics.append(Diagnostic(.warning, .localField, warning, at: [tree.range(of: selection)]))
        removed.insert(selection)
      } else if let inner = tree.child(selection, .selectionSet), !visit(inner) {
        removed.insert(selection)
      } else {
        isLeft = true
      }
    }
    return isLeft
  }

  private func copy(_ node: NodeID, to copy: TreeCopy) {
    if removed.contains(node) { return }
    let number = copy.open(node)
    for child in tree.children(node) { self.copy(child, to: copy) }
    copy.close(number)
  }

  /// The reason why a selection is removed; nil if it is not.
  private func warning(about selection: NodeID) -> String? {
    if directive != 0, tree.directive(directive, on: selection) != nil {
      return
        "\"\(text(of: selection))\" is not sent because of \"@client\", and Apus does not resolve it locally, so it "
        + "has no property. Keep the value in your own model."
    }
    if identifier != 0, tree.kind(selection) == .field, tree.nodes[selection].name == identifier {
      return
        "\"__id\" is a field of Relay's store and not of the server. It is not sent and has no property. Select the "
        + "fields that identify the object."
    }
    return nil
  }

  private func text(of selection: NodeID) -> String {
    switch tree.kind(selection) {
    case .field: tree.names.string(tree.responseKey(selection))
    case .fragmentSpread: "..." + tree.name(selection)
    default: "..."
    }
  }

  private mutating func refuse(_ definition: NodeID) {
    let kind = tree.kind(definition) == .operation ? "operation" : "fragment"
    diagnostics.append(
      Diagnostic(
        .error, .localDefinition,
        "This \(kind) selects only client fields, so there is nothing to send. Remove it.",
        at: [tree.place(of: definition)]))
  }
}

extension DiagnosticCode {
  package static let localField = DiagnosticCode(
    "local-field",
    title: "A field that only exists on the client",
    explanation: """
      Apollo's clients resolve a field with `@client` from their cache, and Relay's store knows each object's `__id`; the
      server has neither. Apus requests the rest of the document as if the field were not there.
      """,
    example: "{ album(id: \"7\") { title isFavorite @client } }",
    fix: "Remove the field, and keep its value in the app's own model.",
    isWarning: true)

  package static let localDefinition = DiagnosticCode(
    "local-definition",
    title: "A definition with only client fields",
    explanation:
      "Fields with `@client` and `__id` are not sent, so a definition without other fields has nothing to request.",
    example: "query Settings { isLoggedIn @client }",
    fix: "Remove the definition, and keep its values in the app's own model.")
}
