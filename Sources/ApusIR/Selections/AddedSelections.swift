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
/// - What a cache needs stands last: ``CacheSelections``.
///
/// Selection sets are named by node, so that printing the document and reading the response agree.
struct AddedSelections {
  /// What selection sets get for a cache.
  private(set) var cache: CacheSelections
  /// By inline fragment with `@include` or `@skip`, by spread, and by what is deferred: the markers in front of it, each with the type
  /// conditions that it stands under, the last of which it is the marker of.
  private(set) var markersInFront: [NodeID: [[TypeID]]] = [:]
  private(set) var diagnostics: [Diagnostic]

  private let documents: DocumentIndex
  private let guards: GuardTable
  private let sendsTypeMarkers: Bool
  /// By file the dependency module that owns it; empty when none does.
  private var modules: [String?] = []
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
    cache = CacheSelections(documents, options, cacheKeys)
    if !options.modulesOfDocuments.isEmpty {
      modules = documents.tree.files.map { options.modulesOfDocuments[$0.source.path] }
    }
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
    for definition in tree.definitions {
      guard let set = documents.selectionSet(definition) else { continue }
      if tree.kind(definition) == .fragmentDefinition {
        addTypename(set)
        // A fragment's own type has them, too.
        if cache.hasProperties { addCacheFields(set) }
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
    if !documents.selects(Keyword.typename, set) { flags.values[set] = 1 }
  }

  private mutating func addCacheFields(_ set: NodeID) {
    cache.add(to: set, hasTypename: addsTypename(to: set))
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
          if cache.hasProperties, documents.typeCondition(node) != 0 { addCacheFields(inner) }
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
