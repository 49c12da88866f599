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
    guard name != 0, schema.clientDirectives["client"] == .localField else { return [] }
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
      if tree.children(selection, .directive).contains(where: { tree.nodes[$0].name == name }) {
        diagnostics.append(
          Diagnostic(
            .warning, .localField,
            "\"\(text(of: selection))\" is not sent, since \"@client\" says that the client answers it, and Apus does not: it "
              + "has no property. Keep the value beside the data.", at: [tree.range(of: selection)]))
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
        "All that this \(kind) selects has \"@client\", so there is nothing to send. Remove it.",
        at: [tree.nodes[definition].name == 0 ? tree.range(of: definition) : tree.nameRange(of: definition)]))
  }
}

extension DiagnosticCode {
  package static let localField = DiagnosticCode(
    "local-field",
    title: "A field of the client's own",
    explanation: """
      With `@client` Apollo's clients answer a field from their cache; the server does not have it. Apus asks the server for the
      rest of the document, as if the field were not there.
      """,
    example: "{ album(id: \"7\") { title isFavorite @client } }",
    fix: "Remove the field, and keep its value in the app's own model.",
    isWarning: true)

  package static let localDefinition = DiagnosticCode(
    "local-definition",
    title: "A definition of the client's own fields alone",
    explanation:
      "Fields with `@client` are not sent. A definition that has no others has nothing to ask a server for.",
    example: "query Settings { isLoggedIn @client }",
    fix: "Remove the definition, and keep its values in the app's own model.")
}
