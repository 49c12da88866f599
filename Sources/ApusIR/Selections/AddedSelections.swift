import ApusDiagnostics
import ApusDocuments
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
/// - `__hasAlbumCard: __typename` stands beside a spread under `@include` or `@skip`, under the same condition; not where
///   the fragment is spread without one beside it, nor where it cannot be read apart (``SpreadReading``).
///
/// Selection sets are named by node, so that printing the document and reading the response agree.
struct AddedSelections {
  /// Selection sets that get a `__typename` and fields for a cache.
  private(set) var cacheFields: [NodeID: [NameID]] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  private let documents: DocumentIndex
  private let sendsTypeMarkers: Bool
  private let cacheKeys: CacheKeys
  /// By selection set: 1 when it gets a `__typename`. By spread: 1 when variables decide on it, be they its own or those
  /// of an inline fragment around it, and nothing beside it spreads the fragment anyway.
  private let flags: NumberTable
  /// By selection set the type that the marker in it names; 0 where there is none.
  private let typeMarkers: NumberTable

  init(_ documents: DocumentIndex, sendsTypeMarkers: Bool, _ cacheKeys: CacheKeys) {
    self.documents = documents
    self.sendsTypeMarkers = sendsTypeMarkers
    self.cacheKeys = cacheKeys
    let tree = documents.tree
    flags = NumberTable(count: tree.count)
    typeMarkers = NumberTable(count: tree.count)
    for definition in tree.definitions {
      guard let set = documents.selectionSet(definition) else { continue }
      if tree.kind(definition) == .fragmentDefinition {
        addTypename(set)
        addCacheFields(set)
      }
      visit(set, isConditional: false)
    }
  }

  func addsTypename(to selectionSet: NodeID) -> Bool { flags.values[selectionSet] != 0 }

  /// The type that the marker in a selection set names.
  func typeMarker(in selectionSet: NodeID) -> TypeID? {
    let type = typeMarkers.values[selectionSet]
    return type == 0 ? nil : type
  }

  func isConditional(spread: NodeID) -> Bool { flags.values[spread] != 0 }

  /// Leaves out the marker of a spread under a condition: its fields are read like those of an inline fragment.
  ///
  /// - Returns: whether it had one.
  func removeMarker(ofSpread spread: NodeID) -> Bool {
    defer { flags.values[spread] = 0 }
    return isConditional(spread: spread)
  }

  private func addTypename(_ set: NodeID) {
    guard documents.schema.types[Int(documents.parentType(set))].isAbstract else { return }
    if !selects(Keyword.typename, set) { flags.values[set] = 1 }
  }

  /// Whether the user selects a field in a selection set under its own name, whatever the variables are.
  private func selects(_ name: NameID, _ set: NodeID) -> Bool {
    let tree = documents.tree
    var child = set &+ 1
    let end = Int(tree.nodes[set].next)
    while child < end {
      let entry = tree.nodes + child
      if entry.pointee.name == name, case .field = entry.pointee.kind, entry.pointee.extra == 0,
        tree.child(child, .directive) == nil
      {
        return true
      }
      child = Int(entry.pointee.next)
    }
    return false
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
    cacheFields[set] = addsTypename(to: set) ? missing.filter { $0 != Keyword.typename } : missing
  }

  /// Nesting is bounded by the parser.
  private mutating func visit(_ set: NodeID, isConditional: Bool) {
    let tree = documents.tree
    let parent = documents.parentType(set)
    var selection = set &+ 1
    let end = Int(tree.nodes[set].next)
    var spreadAnyway: Set<NameID>?
    while selection < end {
      let node = selection
      selection = Int(tree.nodes[node].next)
      switch tree.nodes[node].kind {
      case .field:
        guard let inner = documents.selectionSet(node) else { continue }
        addTypename(inner)
        addCacheFields(inner)
        visit(inner, isConditional: false)
      case .inlineFragment:
        guard let inner = documents.selectionSet(node) else { continue }
        addCacheFields(inner)
        let isConditional = isConditional || dependsOnVariables(node)
        if !isConditional { addMarker(documents.typeCondition(node), on: parent, to: inner) }
        visit(inner, isConditional: isConditional)
      case .fragmentSpread:
        guard let fragment = documents.fragment(ofSpread: node),
          let inner = documents.selectionSet(fragment)
        else { continue }
        if isConditional {
          flags.values[node] = 1
        } else if dependsOnVariables(node) {
          let others = spreadAnyway ?? fragmentsWithoutDirectives(set)
          spreadAnyway = others
          if !others.contains(tree.nodes[node].name) { flags.values[node] = 1 }
        } else {
          addMarker(documents.typeCondition(fragment), on: parent, to: inner)
        }
      default: continue
      }
    }
  }

  /// The names of the fragments that a selection set spreads without a directive.
  private func fragmentsWithoutDirectives(_ set: NodeID) -> Set<NameID> {
    let tree = documents.tree
    return Set(
      tree.children(set, .fragmentSpread).filter { tree.child($0, .directive) == nil }
        .map { tree.nodes[$0].name })
  }

  /// Whether a selection has `@include` or `@skip` with a variable.
  private func dependsOnVariables(_ selection: NodeID) -> Bool {
    let tree = documents.tree
    for directive in tree.children(selection, .directive)
    where tree.nodes[directive].name == Keyword.include || tree.nodes[directive].name == Keyword.skip {
      if let argument = tree.child(directive, .argument), let value = tree.value(argument),
        tree.kind(value) == .variable
      {
        return true
      }
    }
    return false
  }

  private func addMarker(_ condition: TypeID, on parent: TypeID, to set: NodeID) {
    guard sendsTypeMarkers, condition != 0, documents.schema.types[Int(condition)].isAbstract,
      !documents.schema.isSubset(parent, of: condition)
    else { return }
    typeMarkers.values[set] = condition
  }
}
