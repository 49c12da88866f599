import ApusDocuments
import ApusSchema
import ApusSyntax

/// Everything that applies at one place of a response: inline fragments and spreads followed (CollectFields, section 6.3.2),
/// for all object types and variables at once.
///
/// Each selection set is entered once, and its guard is the disjunction of the ways to it: the cost is the size of the selection
/// sets, not the number of ways. A fragment is followed where it is spread whatever the variables are; where they decide, the
/// object has a property of the fragment's own type instead (``Spread``).
struct CollectedFields {
  /// A field node.
  struct Occurrence {
    var node: NodeID
    /// The index in ``sets``.
    var set: Int
    /// The guard of the field's own directives.
    var condition: Guard
  }

  /// A selection set that applies.
  struct AppliedSet {
    var selectionSet: NodeID
    /// The index of the set around it that a field or a fragment's definition has; of such a set its own.
    var root: Int
    /// The definition whose set it is, where a spread leads to it.
    var fragment: NodeID?
    var applies = Guard.never
    /// Whether the set has a marker, of its type.
    var hasMarker = false
    /// Whether the set was added for a marker.
    var isAdded = false
    /// The indices of the set's own selections.
    var occurrences: [Int] = []
    var edges: [Edge] = []
  }

  /// An inline fragment or a spread: the way from one set to another.
  struct Edge {
    var target: Int
    var type: TypeID
    var condition: Guard
    /// When the target applies this way.
    var applies = Guard.never
  }

  /// A fragment that is spread.
  struct Spread {
    var fragment: NodeID
    /// When it applies.
    var applies: Guard
    /// When it applies for all values of the variables. Its fields are then the object's own.
    var certain: Guard
  }

  /// One of ``FragmentFields``: its fields are not the object's own. A deferred fragment makes no cases: where a type decides on it, its
  /// property is optional. A named inline fragment, which comes with the object, does.
  struct SeparateFragment {
    enum Kind {
      case deferred
      /// An inline fragment with a name.
      case named
      /// A fragment with many type conditions. Like a deferred one it makes no cases.
      case large
    }

    /// The spread or the inline fragment.
    var site: NodeID
    /// The fragment definition or the inline fragment.
    var fragment: NodeID
    /// The index in ``sets`` of the set around it.
    var set: Int
    var type: TypeID
    /// The guard of its own directives.
    var condition: Guard
    /// The reason why it is separate.
    var kind: Kind
    var applies = Guard.never
  }

  private(set) var occurrences: [Occurrence] = []
  private(set) var sets: [AppliedSet] = []
  private(set) var spreads: [Spread] = []
  private(set) var separateFragments: [SeparateFragment] = []
  /// The indices of inline fragments without fields whose condition nothing else shows (``findHiddenSets(_:_:)``).
  private(set) var hiddenSets: [Int] = []
  /// Whether fragments were spread in fragments deeper than ``maximumDepth``.
  private(set) var isTooDeep = false

  /// The guards, of those that ask types, of fragments whose set has no field and of markers, unless a set with fields has the same.
  private(set) var guardsWithoutFields: [Guard] = []

  /// The sets, each before those that lead to it.
  private(set) var order: [Int] = []
  /// The types that the selections that meet here are on. The object has all of them.
  private(set) var placeTypes: [TypeID] = []

  /// Fragments may spread one another this deep, inline fragments counted.
  static let maximumDepth = 1_000

  /// Collects the fields of `contributions` at a place whose object is one of `types`.
  init(_ contributions: [Contribution], _ types: TypeSet, _ context: CollectingContext) {
    context.setNumbers.forgetAll()
    for contribution in contributions {
      let type = context.documents.parentType(contribution.selectionSet)
      if !placeTypes.contains(type) { placeTypes.append(type) }
    }
    for contribution in contributions {
      let index = visit(contribution.selectionSet, root: nil, depth: 0, context)
      sets[index].applies = context.guards.or(sets[index].applies, contribution.condition)
    }
    propagateGuards(types, context)
  }

  /// The selection sets that open the place.
  var roots: [NodeID] {
    sets.indices.filter { sets[$0].root == $0 && sets[$0].fragment == nil }.map { sets[$0].selectionSet }
  }

  /// The number of selections that were followed: what the collection cost.
  var size: Int { occurrences.count + sets.count }

  // MARK: - What there is

  /// Meets a set and all that it leads to.
  ///
  /// - Parameter root: of an inline fragment ``AppliedSet/root``; nil of a set that has no set around it.
  /// - Returns: the index of the set.
  private mutating func visit(
    _ set: NodeID, root: Int?, depth: Int, _ context: CollectingContext
  ) -> Int {
    let known = context.setNumbers.number(of: set)
    if known >= 0 { return known }
    let index = sets.count
    context.setNumbers.set(set, to: index)
    let root = root ?? index
    sets.append(AppliedSet(selectionSet: set, root: root))
    if depth > CollectedFields.maximumDepth {
      isTooDeep = true
      order.append(index)
      return index
    }
    let tree = context.tree
    var selection = set &+ 1
    let end = Int(tree.nodes[set].next)
    while selection < end {
      let node = selection
      selection = Int(tree.nodes[node].next)
      let flags = tree.nodes[node].flags
      if flags & NodeFlag.unread != 0 { continue }
      let condition = context.directives(of: node)
      if condition == .never { continue }
      switch tree.nodes[node].kind {
      case .field where flags & NodeFlag.marker != 0: sets[index].hasMarker = true
      case .field:
        sets[index].occurrences.append(occurrences.count)
        occurrences.append(Occurrence(node: node, set: index, condition: condition))
      case .inlineFragment:
        guard let inner = context.documents.selectionSet(node) else { continue }
        if context.separate.contains(node) {
          addSeparateFragment(node, node, index, condition, context)
          continue
        }
        let target = visit(inner, root: root, depth: depth + 1, context)
        sets[target].isAdded = flags & NodeFlag.added != 0
        let type = context.documents.typeCondition(node)
        sets[index].edges.append(Edge(target: target, type: type, condition: condition))
      case .fragmentSpread:
        guard let fragment = context.documents.fragment(ofSpread: node),
          let inner = context.documents.selectionSet(fragment)
        else { continue }
        if context.separate.contains(node) {
          addSeparateFragment(node, fragment, index, condition, context)
          continue
        }
        let target = visit(inner, root: nil, depth: depth + 1, context)
        sets[target].fragment = fragment
        let type = context.documents.typeCondition(fragment)
        sets[index].edges.append(Edge(target: target, type: type, condition: condition))
      default: continue
      }
    }
    order.append(index)
    return index
  }

  private mutating func addSeparateFragment(
    _ site: NodeID, _ fragment: NodeID, _ set: Int, _ condition: Guard, _ context: CollectingContext
  ) {
    let type = context.documents.typeCondition(fragment)
    let separate = context.separate
    separateFragments.append(
      SeparateFragment(
        site: site, fragment: fragment, set: set, type: type, condition: condition,
        kind: separate.deferrals[site] != nil ? .deferred : separate.large.contains(site) ? .large : .named))
  }

  // MARK: - When it applies

  /// Gives each set its guard. Fragments do not form cycles, so it is known after all sets that lead to it.
  private mutating func propagateGuards(_ types: TypeSet, _ context: CollectingContext) {
    let guards = context.guards
    for index in order.reversed() {
      if let fragment = sets[index].fragment {
        let applies = sets[index].applies
        let certain = guards.certain(applies)
        if applies != .never {
          spreads.append(Spread(fragment: fragment, applies: applies, certain: certain))
        }
        sets[index].applies = certain
      }
      let applies = sets[index].applies
      if applies == .never { continue }
      for (number, edge) in sets[index].edges.enumerated() {
        let outer = guards.and(applies, edge.condition)
        let inner = narrow(outer, to: edge.type, types, context)
        sets[index].edges[number].applies = inner
        sets[edge.target].applies = guards.or(sets[edge.target].applies, inner)
      }
    }
    if spreads.count > 1 {
      spreads.sort { context.setNumber(of: $0.fragment) < context.setNumber(of: $1.fragment) }
    }
    for index in separateFragments.indices {
      let fragment = separateFragments[index]
      let applies = guards.and(sets[fragment.set].applies, fragment.condition)
      separateFragments[index].applies = narrow(applies, to: fragment.type, types, context)
    }
    hiddenSets = findHiddenSets(types, context)
    findGuardsWithoutFields(context.guards)
  }

  private mutating func findGuardsWithoutFields(_ guards: GuardTable) {
    var found: Set<Guard> = []
    for set in sets where set.hasMarker { found.insert(guards.possible(set.applies)) }
    for fragment in separateFragments where fragment.kind == .named {
      found.insert(guards.possible(fragment.applies))
    }
    for set in sets where set.fragment != nil && set.occurrences.isEmpty { found.insert(set.applies) }
    for index in hiddenSets { found.insert(guards.possible(sets[index].applies)) }
    found = found.filter(guards.asksTypes)
    if found.isEmpty { return }
    for set in sets where !set.occurrences.isEmpty { found.remove(guards.possible(set.applies)) }
    guardsWithoutFields = found.sorted()
  }

  /// A guard under one more type condition, unless the condition is certain.
  func narrow(_ applies: Guard, to type: TypeID, _ types: TypeSet, _ context: CollectingContext)
    -> Guard
  {
    if type == 0 || applies == .never || isCertain(type, applies, context) { return applies }
    let typeSets = context.typeSets
    let left =
      context.guards.asksTypes(applies) ? typeSets.intersection(types, context.types(of: applies)) : types
    // A condition that cannot match gives nothing.
    if typeSets.intersection(left, typeSets.types(type)).isEmpty { return .never }
    return context.and(applies, type)
  }

  /// Whether a condition holds for whatever a guard holds for, also for types that the schema gains later: by what the place is declared as, or
  /// by the guard's own conditions. That every type of today meets it says nothing of those.
  private func isCertain(_ type: TypeID, _ applies: Guard, _ context: CollectingContext) -> Bool {
    if placeTypes.contains(where: { context.schema.implies($0, type) }) { return true }
    return context.guards.assuming(applies) { context.schema.implies($0, type) ? false : nil } == .never
  }
}
