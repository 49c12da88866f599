import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// Removes fields with `@client` from documents. Apollo's clients resolve them locally, and no server has them.
package struct LocalFields {
  private let tree: SyntaxTree
  private let name: NameID
  private var removed: [NodeID] = []
  private var diagnostics: [Diagnostic] = []

  /// Removes the fields before any other stage sees the documents.
  ///
  /// - Returns: a warning for each field, and an error for each definition that has no other fields.
  package static func remove(from tree: SyntaxTree, _ schema: Schema) -> [Diagnostic] {
    let name = tree.names.find("client")
    guard name != 0, schema.clientDirectives["client"]?.meaning == .localField else { return [] }
    var fields = LocalFields(tree: tree, name: name)
    for definition in tree.definitions {
      guard let set = tree.child(definition, .selectionSet) else { continue }
      let count = fields.removed.count
      if fields.visit(set) { continue }
      fields.removed.removeSubrange(count...)
      fields.removed.append(definition)
      fields.refuse(definition)
    }
    tree.remove(fields.removed)
    return fields.diagnostics
  }

  private init(tree: SyntaxTree, name: NameID) {
    self.tree = tree
    self.name = name
  }

  /// Records what to remove from a selection set. The parser limits the recursion depth.
  ///
  /// - Returns: whether any selection is left.
  private mutating func visit(_ set: NodeID) -> Bool {
    var isLeft = false
    for selection in tree.children(set) {
      if tree.directive(name, on: selection) != nil {
        diagnostics.append(
          Diagnostic(
            .warning, .localField,
            "\"\(text(of: selection))\" is not sent because of \"@client\", and Apus does not resolve it locally, so it "
              + "has no property. Keep the value in your own model.", at: [tree.range(of: selection)]))
        removed.append(selection)
        continue
      }
      let count = removed.count
      if let inner = tree.child(selection, .selectionSet), !visit(inner) {
        removed.removeSubrange(count...)
        removed.append(selection)
        continue
      }
      isLeft = true
    }
    return isLeft
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
        "Everything that this \(kind) selects is marked \"@client\", so there is nothing to send. Remove it.",
        at: [tree.place(of: definition)]))
  }
}

extension DiagnosticCode {
  package static let localField = DiagnosticCode(
    "local-field",
    title: "A field that only the client has",
    explanation: """
      Apollo's clients resolve a field with `@client` from their cache; the server does not have it. Apus requests the
      rest of the document as if the field were not there.
      """,
    example: "{ album(id: \"7\") { title isFavorite @client } }",
    fix: "Remove the field, and keep its value in the app's own model.",
    isWarning: true)

  package static let localDefinition = DiagnosticCode(
    "local-definition",
    title: "A definition with only client fields",
    explanation:
      "Fields with `@client` are not sent, so a definition without other fields has nothing to request.",
    example: "query Settings { isLoggedIn @client }",
    fix: "Remove the definition, and keep its values in the app's own model.")
}
