import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Reports objects that a cache cannot identify: list elements without a key, and new list elements in values that programs may write.
package struct CacheHazards {
  private let diagnostics: DiagnosticSink
  private let documents: DocumentIndex
  private let schema: Schema
  private let rules: CacheRules
  /// For each field that returns a list of objects without keys, the response keys that operations select from its elements.
  private var selected: [FieldID: [Selection]] = [:]
  private let shapes: [NodeID: Shape]
  private var seen: Set<ShapeID> = []

  /// A list's selection in an operation.
  private struct Selection {
    var operation: NodeID
    var field: NodeID
    var names: Set<NameID>

    /// Whether another operation selects other fields.
    func differs(from other: Selection) -> Bool { operation != other.operation && names != other.names }
  }

  package init(
    _ documents: DocumentIndex, _ rules: CacheRules, _ shapes: [NodeID: Shape],
    _ directives: ApusDirectives, _ modules: DocumentModules,
    _ diagnostics: DiagnosticSink
  ) {
    self.diagnostics = diagnostics
    self.documents = documents
    self.rules = rules
    self.shapes = shapes
    schema = documents.schema
    let tree = documents.tree
    // The hazards in the documents of modules below were reported when those were compiled.
    for file in tree.files where modules.isOwn(file.first) {
      for definition in tree.definitions(file) {
        guard let shape = shapes[definition] else { continue }
        if directives.places[definition]?.isMutable == true {
          seen = []
          findUnidentified(shape)
        }
        if tree.kind(definition) == .operation {
          seen = []
          findLists(shape, definition)
        }
      }
    }
    reportKeyless()
  }

  // MARK: - Lists without keys

  private mutating func findLists(_ shape: Shape, _ operation: NodeID) {
    guard seen.insert(shape.id).inserted else { return }
    for item in shape.cases { findLists(item.shape, operation) }
    for field in shape.fields {
      for inner in [field.shape].compactMap(\.self) + field.caseShapes {
        if field.type.isList, let type = field.type.named, isKeyless(type), !isReplaced(field) {
          let names = Set(inner.fields.filter { $0.definition != schema.typenameField }.map(\.key))
          selected[field.definition, default: []].append(
            Selection(operation: operation, field: field.node, names: names))
        }
        findLists(inner, operation)
      }
    }
    for property in shape.fragmentFields {
      if let own = shapes[property.fragment] { findLists(own, operation) }
    }
  }

  private func isReplaced(_ field: Field) -> Bool {
    let definition = schema[field.definition]
    return rules.isReplaced(definition.name, in: definition.parent)
  }

  /// Whether a type lacks a key, and no rule declares that this is intended. Edges of connections do not count, because the cache identifies them by
  /// their nodes or cursors.
  private func isKeyless(_ type: TypeID) -> Bool {
    guard schema[type].kind == .object, rules.keys(of: type).isEmpty,
      !rules.isKeyless(type)
    else { return false }
    return !schema.isEdge(type)
  }

  private mutating func reportKeyless() {
    var reported: Set<TypeID> = []
    for (definition, uses) in selected.sorted(by: { $0.key < $1.key }) {
      guard let (first, other) = CacheHazards.conflict(uses) else { continue }
      guard let type = schema[definition].type.named, reported.insert(type).inserted else { continue }
      let name = schema.name(type)
      diagnostics.append(
        Diagnostic(
          .warning, .noCacheKey,
          "\"\(name)\" has no cache key, and two operations select different fields of this list, so the cache merges its elements by position. Name the key fields of \"\(name)\" in \"cache.keys\", or write \"\(name)\": [] there if the order never changes.",
          at: [documents.tree.nameRange(of: other.field)],
          notes: [
            Diagnostic.Note("The other selection is here.", at: documents.tree.nameRange(of: first.field))
          ]))
    }
  }

  /// Two selections of a list in different operations that differ; nil if there are none.
  private static func conflict(_ selections: [Selection]) -> (Selection, Selection)? {
    // Of selections of the same fields, two operations are enough to compare with.
    var known: [Selection] = []
    for selection in selections {
      if let other = known.first(where: selection.differs) { return (other, selection) }
      let alike = known.filter { $0.names == selection.names }
      if alike.count < 2, !alike.contains(where: { $0.operation == selection.operation }) {
        known.append(selection)
      }
    }
    return nil
  }

  // MARK: - Writes without keys

  private mutating func findUnidentified(_ shape: Shape) {
    guard seen.insert(shape.id).inserted else { return }
    for item in shape.cases { findUnidentified(item.shape) }
    for field in shape.fields {
      for inner in [field.shape].compactMap(\.self) + field.caseShapes {
        if field.type.isList, let type = field.type.named, let missing = missingKey(inner, type) {
          let key = documents.tree.names.string(field.key)
          diagnostics.append(
            Diagnostic(
              .error, .unidentifiedWrite,
              "A new element of \"\(key)\" could not be identified in the cache. Select \"\(missing)\" here.",
              at: [documents.tree.nameRange(of: field.node)]))
        }
        findUnidentified(inner)
      }
    }
  }

  /// The name of a key field of a list's elements that a shape does not select; nil if it selects all of them.
  private func missingKey(_ shape: Shape, _ type: TypeID) -> String? {
    if shape.isEnumeration {
      return shape.cases.lazy.compactMap { item in
        item.types.lazy.compactMap { missingKey(item.shape, $0) }.first
      }.first
    }
    for type in schema.objectTypes(of: type) {
      let missing = rules.keys(of: type).first { key in
        !shape.fields.contains {
          $0.key == key && $0.condition == .always && schema[$0.definition].name == key
        }
      }
      if let missing { return schema.names.string(missing) }
    }
    return nil
  }
}
