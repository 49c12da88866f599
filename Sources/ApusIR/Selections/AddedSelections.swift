import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// What the sent document asks for beside what the user wrote: `__typename`, and markers.
///
/// - `__typename` stands first in every selection set of an interface or union that a field or fragment opens.
/// - `__isPet: __typename` stands under every condition on the interface or union `Pet` that does not always hold: a type that
///   the schema gains later tells by it that the condition held. Never under an inline fragment with `@include` or `@skip`:
///   what case an object has does not depend on variables, so there the marker has an inline fragment of its own, in front. So it has
///   where a fragment of another module is spread, whose type that module has made without a look at this spread, and where
///   something is deferred.
/// - In edges of connections their `cursor` stands beside the keys, for Apus' own cache.
/// - With a cache in mind, `__typename` and the key fields stand at the end of every field's selection set: of an interface or
///   union also those of the object types that have other keys. They are for the cache alone: what nobody selected is no property.
///
/// Selection sets are named by node, so that printing the document and reading the response agree.
struct AddedSelections {
  /// What a selection set gets for a cache.
  struct CacheFields {
    var addsTypename = false
    var keys: [NameID] = []
    /// Keys of some of the types that the set's objects may be of.
    var conditions: [(type: TypeID, keys: [NameID])] = []
  }

  /// What selection sets get for a cache.
  private(set) var cacheFields: [NodeID: CacheFields] = [:]
  /// By selection set the key fields that it is asked for as properties, since nobody selected them.
  private(set) var keyProperties: [NodeID: [FieldID]] = [:]
  /// The key fields whose name a document gives to another field: they are asked for under another one, `__id: id`.
  private(set) var hiddenKeys: Set<NameID> = []
  /// By inline fragment with `@include` or `@skip`, by spread, and by what is deferred: the markers in front of it, each with the type
  /// conditions that it stands under, the last of which it is the marker of.
  private(set) var markersInFront: [NodeID: [[TypeID]]] = [:]
  private(set) var diagnostics: [Diagnostic]

  private let documents: DocumentIndex
  private let guards: GuardTable
  private let sendsTypeMarkers: Bool
  private let usesCache: Bool
  private let hasKeyProperties: Bool
  /// The name `cursor`; 0 when the schema does not have it.
  private let cursor: NameID
  private let cacheKeys: CacheKeys
  /// By file the dependency module that owns it; empty when none does.
  private var modules: [String?] = []
  private var knownConditions: [TypeID: [(type: TypeID, keys: [NameID])]] = [:]
  let deferrals: Deferrals
  let blocks: NamedBlocks
  /// Whether the schema's `@defer` has a label.
  let sendsLabels: Bool
  /// By selection set: 1 when it gets a `__typename`.
  private let flags: NumberTable
  /// By selection set the type that the marker in it names; 0 where there is none.
  private let typeMarkers: NumberTable

  init(
    _ documents: DocumentIndex, _ options: GenerationOptions, _ cacheKeys: CacheKeys, _ guards: GuardTable
  ) {
    self.documents = documents
    self.guards = guards
    sendsTypeMarkers = options.sendsTypeMarkers
    usesCache = options.usesCache
    hasKeyProperties = options.hasKeyProperties
    cursor = documents.schema.names.find("cursor")
    if !options.modulesOfDocuments.isEmpty {
      modules = documents.tree.files.map { options.modulesOfDocuments[$0.source.path] }
    }
    self.cacheKeys = cacheKeys
    let tree = documents.tree
    deferrals = Deferrals(tree)
    let directive = documents.schema.directive(named: tree.names.find("defer"))
    let label = tree.names.find("label")
    sendsLabels =
      directive != 0 && label != 0 && documents.schema.argument(label, ofDirective: directive) != 0
    blocks = NamedBlocks(documents, deferrals)
    diagnostics = deferrals.diagnostics + blocks.diagnostics
    flags = NumberTable(count: tree.count)
    typeMarkers = NumberTable(count: tree.count)
    findHiddenKeys()
    for definition in tree.definitions {
      guard let set = documents.selectionSet(definition) else { continue }
      if tree.kind(definition) == .fragmentDefinition {
        addTypename(set)
        // A fragment's own type has them, too.
        if hasKeyProperties { addCacheFields(set) }
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
    let type = documents.parentType(set)
    let keys = cacheKeys.fields(of: type)
    var added = CacheFields()
    if usesCache, isEdge(type), !keys.contains(cursor), hiddenKeys.contains(cursor) || !selects(cursor, set) {
      added.keys.append(cursor)
    }
    if !keys.isEmpty, !addsTypename(to: set), !selects(Keyword.typename, set) { added.addsTypename = true }
    added.keys += keys.filter { hiddenKeys.contains($0) || !selects($0, set) }
    if hasKeyProperties {
      let schema = documents.schema
      let visible = added.keys.filter { keys.contains($0) && !hiddenKeys.contains($0) }
      if !visible.isEmpty {
        keyProperties[set] = visible.map { schema.field($0, of: type) }
        added.keys.removeAll { visible.contains($0) }
      }
    }
    if documents.schema.types[Int(type)].isAbstract { added.conditions = keyConditions(type, keys) }
    if added.addsTypename || !added.keys.isEmpty || !added.conditions.isEmpty { cacheFields[set] = added }
  }

  /// Whether objects of a type are elements of connections: pages are put together by their cursors.
  ///
  /// Specification: <https://relay.dev/graphql/connections.htm#sec-Edge-Types>.
  private func isEdge(_ type: TypeID) -> Bool {
    let schema = documents.schema
    guard cursor != 0, schema.types[Int(type)].kind == .object else { return false }
    let (node, text) = (schema.field(schema.names.find("node"), of: type), schema.field(cursor, of: type))
    guard node != 0, text != 0, schema.types[Int(schema.fields[Int(node)].type.named)].isComposite else {
      return false
    }
    return schema.types[Int(schema.fields[Int(text)].type.named)].isLeaf
  }

  /// Conditions under which every object of an interface or union that has keys is asked for them, where `known` are asked for
  /// already: as few as interfaces allow.
  private mutating func keyConditions(_ type: TypeID, _ known: [NameID]) -> [(type: TypeID, keys: [NameID])] {
    if let conditions = knownConditions[type] { return conditions }
    let schema = documents.schema
    var open = (0..<schema.objectTypeCount).map { schema.objectTypes[$0] }.filter {
      schema.isSubset($0, of: type) && !Set(cacheKeys.fields(of: $0)).isSubset(of: known)
    }
    var conditions: [(type: TypeID, keys: [NameID])] = []
    while let first = open.first {
      let keys = cacheKeys.fields(of: first)
      func covered(_ interface: TypeID) -> [TypeID] {
        open.filter { schema.isSubset($0, of: interface) && cacheKeys.fields(of: $0) == keys }
      }
      // The interface that has the keys and the most of the types.
      var best = first
      var count = 1
      for index in 1..<max(1, schema.typeCount) where schema.types[index].kind == .interface {
        let interface = TypeID(index)
        guard schema.isSubset(first, of: interface), cacheKeys.fields(of: interface) == keys else { continue }
        let found = covered(interface).count
        if found > count { (best, count) = (interface, found) }
      }
      conditions.append((best, keys))
      let done = Set(covered(best))
      open.removeAll { done.contains($0) }
    }
    knownConditions[type] = conditions
    return conditions
  }

  /// Finds the keys whose name a field has that is another one, or that has arguments.
  private mutating func findHiddenKeys() {
    if cacheKeys.isEmpty { return }
    var keys = Set(cacheKeys.common + cacheKeys.fields.flatMap(\.names))
    if usesCache, cursor != 0 { keys.insert(cursor) }
    let tree = documents.tree
    for node in 0..<tree.count where tree.kind(node) == .field {
      let key = tree.responseKey(node)
      guard keys.contains(key) else { continue }
      if tree.nodes[node].name != key || tree.child(node, .argument) != nil { hiddenKeys.insert(key) }
    }
  }

  /// Nesting is bounded by the parser.
  ///
  /// - Parameter isConditional: whether variables decide on an inline fragment around.
  private mutating func visit(_ set: NodeID, isConditional: Bool) {
    let tree = documents.tree
    let parent = documents.parentType(set)
    var selection = set &+ 1
    let end = Int(tree.nodes[set].next)
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
        if blocks[node] != nil {
          // As below, but that no type decides on it.
          addTypename(inner)
          visit(inner, isConditional: false)
          continue
        }
        if deferrals[node] != nil {
          // What is deferred is read by a type of its own, as what a field or a fragment opens.
          addTypename(inner)
          addMarkerInFront(documents.typeCondition(node), on: parent, of: node)
          visit(inner, isConditional: false)
          continue
        }
        if isConditional {
          visit(inner, isConditional: true)
        } else if dependsOnVariables(node) {
          var chains: [[TypeID]] = []
          collectMarkers(of: node, on: parent, within: [], in: parent, .always, &chains)
          if !chains.isEmpty { markersInFront[node] = chains }
          visit(inner, isConditional: true)
        } else {
          if tellsTypesApart(inner) { addMarker(documents.typeCondition(node), on: parent, to: inner) }
          // A case has them of its own type.
          if hasKeyProperties, documents.typeCondition(node) != 0 { addCacheFields(inner) }
          visit(inner, isConditional: false)
        }
      case .fragmentSpread:
        guard let fragment = documents.fragment(ofSpread: node),
          let inner = documents.selectionSet(fragment)
        else { continue }
        let condition = documents.typeCondition(fragment)
        if deferrals[node] != nil {
          addMarkerInFront(condition, on: parent, of: node)
        } else if !isOfOtherModule(fragment, node) {
          addMarker(condition, on: parent, to: inner)
        } else if !isConditional, guards.directives(of: node, in: tree) != .never,
          needsMarker(condition, on: parent)
        {
          markersInFront[node] = [[condition]]
        }
      default: continue
      }
    }
  }

  /// The type conditions of an inline fragment and of those in it, each with the ones around it.
  private func collectMarkers(
    of fragment: NodeID, on parent: TypeID, within chain: [TypeID], in outer: TypeID,
    _ applies: Guard, _ chains: inout [[TypeID]]
  ) {
    let applies = guards.and(applies, guards.directives(of: fragment, in: documents.tree))
    // What never applies is no condition.
    guard applies != .never, let set = documents.selectionSet(fragment) else { return }
    let condition = documents.typeCondition(fragment)
    var inner = chain
    if needsMarker(condition, on: parent) {
      // Around it stood a condition that is left out here.
      if !documents.schema.overlap(chain.last ?? outer, condition) { return }
      inner.append(condition)
      if tellsTypesApart(set), !chains.contains(inner) { chains.append(inner) }
    } else if condition != 0, !documents.schema.types[Int(condition)].isAbstract {
      // Whatever an object type is today tells of conditions within.
      return
    }
    for spread in documents.tree.children(set, .fragmentSpread) {
      guard let fragment = documents.fragment(ofSpread: spread), isOfOtherModule(fragment, spread),
        guards.and(applies, guards.directives(of: spread, in: documents.tree)) != .never
      else { continue }
      let type = documents.typeCondition(fragment)
      if needsMarker(type, on: condition == 0 ? parent : condition),
        documents.schema.overlap(inner.last ?? outer, type), !chains.contains(inner + [type])
      {
        chains.append(inner + [type])
      }
    }
    for nested in documents.tree.children(set, .inlineFragment) where blocks[nested] == nil {
      collectMarkers(
        of: nested, on: condition == 0 ? parent : condition, within: inner, in: outer, applies, &chains)
    }
  }

  private func isOfOtherModule(_ fragment: NodeID, _ spread: NodeID) -> Bool {
    if modules.isEmpty { return false }
    let tree = documents.tree
    return modules[tree.fileIndex(of: fragment)] != modules[tree.fileIndex(of: spread)]
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

  /// Whether a part belongs to the object is known before it comes.
  private mutating func addMarkerInFront(_ condition: TypeID, on parent: TypeID, of selection: NodeID) {
    if needsMarker(condition, on: parent) { markersInFront[selection] = [[condition]] }
  }

  private func addMarker(_ condition: TypeID, on parent: TypeID, to set: NodeID) {
    if needsMarker(condition, on: parent) { typeMarkers.values[set] = condition }
  }

  /// Whether anything in a set may apply to a type that the schema gains later: of that no condition on an object type holds.
  private func tellsTypesApart(_ set: NodeID) -> Bool {
    let tree = documents.tree
    return tree.children(set).contains { selection in
      switch tree.kind(selection) {
      case .field: return true
      case .fragmentSpread:
        return documents.fragment(ofSpread: selection).map { !isOnObject($0) } ?? false
      default:
        if isOnObject(selection) { return false }
        // A property of its own, which an object of any type has, whatever is in it.
        if deferrals[selection] != nil || blocks[selection] != nil { return true }
        return documents.typeCondition(selection) != 0
          || documents.selectionSet(selection).map(tellsTypesApart) ?? false
      }
    }
  }

  private func isOnObject(_ fragment: NodeID) -> Bool {
    let condition = documents.typeCondition(fragment)
    return condition != 0 && !documents.schema.types[Int(condition)].isAbstract
  }

  /// Whether a condition is on an interface or union, and may fail for what `parent` can be, today or later.
  private func needsMarker(_ condition: TypeID, on parent: TypeID) -> Bool {
    sendsTypeMarkers && condition != 0 && documents.schema.types[Int(condition)].isAbstract
      && !documents.schema.implies(parent, condition)
  }
}
