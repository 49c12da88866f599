import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// What the sent document asks for beside what the user wrote: `__typename`, and markers.
///
/// - `__typename` stands first in every selection set of an interface or union that a field or fragment opens.
/// - `__isPet: __typename` stands in every selection set under a condition on the interface or union `Pet` that does not
///   always hold: a type that the schema gains later tells by it that the condition held. Not under `@include` or `@skip`:
///   what is encoded could not tell whether it was there.
/// - With a cache in mind, `__typename` and the key fields stand in every selection set of a type that has keys. They are
///   for the cache alone: what nobody selected is no property.
/// - `__hasAlbumCard: __typename` stands beside a spread under `@include` or `@skip`, under the same condition.
///
/// Selection sets are named by node, so that printing the document and reading the response agree.
struct Additions {
  /// Selection sets that get a `__typename`.
  private(set) var typenames: Set<NodeID> = []
  /// Selection sets that get a `__typename` and fields for a cache.
  private(set) var cacheFields: [NodeID: [NameID]] = [:]
  private(set) var diagnostics: [Diagnostic] = []
  /// Selection sets that get a marker, with the type that it names.
  private(set) var typeMarkers: [NodeID: TypeID] = [:]
  /// Spreads that variables decide on: their own, or those of an inline fragment around them.
  private(set) var conditionalSpreads: Set<NodeID> = []

  private let documents: DocumentIndex
  private let sendsTypeMarkers: Bool
  private let cacheKeys: CacheKeys

  init(_ documents: DocumentIndex, sendsTypeMarkers: Bool, _ cacheKeys: CacheKeys) {
    self.documents = documents
    self.sendsTypeMarkers = sendsTypeMarkers
    self.cacheKeys = cacheKeys
    let tree = documents.tree
    for definition in tree.definitions {
      guard let set = documents.selectionSet(definition) else { continue }
      if tree.kind(definition) == .fragmentDefinition {
        addTypename(set)
        addCacheFields(set)
      }
      visit(set, isConditional: false)
    }
  }

  private mutating func addTypename(_ set: NodeID) {
    guard documents.schema.types[Int(documents.parentType(set))].isAbstract else { return }
    if !selects(Keyword.typename, set) { typenames.insert(set) }
  }

  /// Whether the user selects a field in a selection set under its own name, whatever the variables are.
  private func selects(_ name: NameID, _ set: NodeID) -> Bool {
    let tree = documents.tree
    return tree.children(set, .field).contains { field in
      tree.nodes[field].name == name && tree.nodes[field].extra == 0 && tree.child(field, .directive) == nil
    }
  }

  private mutating func addCacheFields(_ set: NodeID) {
    if cacheKeys.isEmpty { return }
    let keys = cacheKeys.fields(of: documents.parentType(set))
    if keys.isEmpty { return }
    let tree = documents.tree
    for field in tree.children(set, .field) where keys.contains(tree.responseKey(field)) {
      let isOther =
        tree.nodes[field].name != tree.responseKey(field) || tree.child(field, .argument) != nil
      if isOther {
        let name = tree.names.string(tree.responseKey(field))
        diagnostics.append(
          Diagnostic(
            .error, .hiddenCacheKey,
            "\"\(name)\" is another field here than the one that \"cacheKeys\" asks for. Use another alias.",
            at: [tree.range(of: field)]))
      }
    }
    let missing = ([Keyword.typename] + keys).filter { !selects($0, set) }
    cacheFields[set] = typenames.contains(set) ? missing.filter { $0 != Keyword.typename } : missing
  }

  /// Nesting is bounded by the parser.
  private mutating func visit(_ set: NodeID, isConditional: Bool) {
    let tree = documents.tree
    let parent = documents.parentType(set)
    for selection in tree.children(set) {
      switch tree.kind(selection) {
      case .field:
        guard let inner = documents.selectionSet(selection) else { continue }
        addTypename(inner)
        addCacheFields(inner)
        visit(inner, isConditional: false)
      case .inlineFragment:
        guard let inner = documents.selectionSet(selection) else { continue }
        addCacheFields(inner)
        let isConditional = isConditional || dependsOnVariables(selection)
        if !isConditional { addMarker(documents.typeCondition(selection), on: parent, to: inner) }
        visit(inner, isConditional: isConditional)
      case .fragmentSpread:
        guard let fragment = documents.fragment(ofSpread: selection),
          let inner = documents.selectionSet(fragment)
        else { continue }
        if isConditional || dependsOnVariables(selection) {
          conditionalSpreads.insert(selection)
        } else {
          addMarker(documents.typeCondition(fragment), on: parent, to: inner)
        }
      default: continue
      }
    }
  }

  /// Whether a selection has `@include` or `@skip` with a variable.
  private func dependsOnVariables(_ selection: NodeID) -> Bool {
    let tree = documents.tree
    return tree.children(selection, .directive).contains { directive in
      guard tree.nodes[directive].name == Keyword.include || tree.nodes[directive].name == Keyword.skip,
        let argument = tree.child(directive, .argument), let value = tree.value(argument)
      else { return false }
      return tree.kind(value) == .variable
    }
  }

  private mutating func addMarker(_ condition: TypeID, on parent: TypeID, to set: NodeID) {
    guard sendsTypeMarkers, condition != 0, documents.schema.types[Int(condition)].isAbstract,
      !documents.schema.isSubset(parent, of: condition)
    else { return }
    typeMarkers[set] = condition
  }
}
