import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

extension DocumentIndex {
  /// Reports mutations from whose response the cache learns nothing, because no object in it has a key. This rule is off by default.
  ///
  /// The compiler selects the keys of every object that a document selects, so a mutation only has to select an object that has some.
  ///
  /// - Parameter modules: the mutations of modules below are reported there.
  package func checkMutationKeys(
    _ rules: CacheRules, _ modules: DocumentModules, _ diagnostics: DiagnosticSink
  ) {
    // Several mutations may spread a fragment on the root type.
    var seen: Set<NodeID> = []
    for file in tree.files where modules.isOwn(file.first) {
      for operation in tree.definitions(file)
      where tree.kind(operation) == .operation && tree.operationKind(operation) == .mutation {
        guard let set = selectionSet(operation) else { continue }
        for field in fields(in: set) where tree.nodes[field].name != Keyword.typename {
          guard seen.insert(field).inserted, !reachesKeys(field, rules),
            let definition = schema[self.field(field)]
          else { continue }
          diagnostics.append(warning(field, definition, rules))
        }
      }
    }
  }

  private func warning(_ field: NodeID, _ definition: FieldDefinition, _ rules: CacheRules) -> Diagnostic {
    // A payload's fields; those of a leaf do not exist.
    let known = definition.type.named.map { type in
      schema.fields(of: type).filter { rules.hasKeys(schema[$0].type.named, schema) }.map {
        "\"\(schema.names.string(schema[$0].name))\""
      }
    }
    let advice =
      if let known, !known.isEmpty {
        "Select \(Suggestions.join(known, "or"))."
      } else {
        "Change the cache in code after it, or request again what it changes."
      }
    return Diagnostic(
      .warning, .mutationWithoutKey,
      "\"\(tree.name(field))\" selects no object that the cache can identify, so what it changes stays as it was in the cache. \(advice)",
      at: [tree.nameRange(of: field)])
  }

  /// Whether the value of a field is an object with a key, or contains a selected one.
  private func reachesKeys(_ field: NodeID, _ rules: CacheRules) -> Bool {
    var open = [field]
    var seen: Set<NodeID> = [field]
    while let field = open.popLast() {
      if rules.hasKeys(type(ofField: field).named, schema) { return true }
      guard let set = selectionSet(field) else { continue }
      for inner in fields(in: set) where seen.insert(inner).inserted { open.append(inner) }
    }
    return false
  }
}

extension CacheRules {
  /// Whether the cache can identify objects of a type, or of a possible type of it.
  fileprivate func hasKeys(_ type: TypeID?, _ schema: Schema) -> Bool {
    guard let type, schema[type].isComposite else { return false }
    return schema.objectTypes(of: type).contains { !keys(of: $0).isEmpty }
  }
}

extension DiagnosticCode {
  package static let mutationWithoutKey = DiagnosticCode(
    "mutation-without-key",
    title: "A mutation that selects no object with a cache key, although there is a cache",
    explanation: """
      The cache stores the objects in a mutation's response, and everything that shows them is updated. The compiler selects their keys itself. If a
      mutation only selects a result such as `success`, or objects that have no key, the cache keeps the old values. The rule needs the key `cache`.
      """,
    example:
      "mutation Rate { rate(album: \"7\", stars: 5) { success } }  # RatePayload also has the field album",
    fix:
      "Select the object that the mutation changes: `rate(…) { album { rating } }`. If the response does not have it, change the cache in code.",
    isWarning: true, switchedOnBy: "\"warning\"")
}
