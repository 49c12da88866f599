import ApusDocuments
import ApusSchema
import ApusSyntax

/// All selections that apply to an object in a response, for every object type and all values of the variables at once. Inline fragments and spreads
/// are followed (CollectFields, section 6.3.2).
///
/// Each selection set is visited once. Its guard is the disjunction of all paths that lead to it, so the cost grows with the size of the selection
/// sets and not with the number of paths. In `{ ...Card ... on Dog { barks ...Card } }`, the set of `Card` always applies, and the set of `barks` if
/// the object is a `Dog`.
///
/// If variables decide whether a spread applies, the object does not get the fragment's fields, but a property of the fragment's own type
/// (``Spread``).
final class CollectedFields {
  /// A selection of a field, in one of the ``sets``.
  struct Occurrence {
    var node: NodeID
    /// The index in ``sets``.
    var set: Int
    /// The guard of the field's own directives.
    var condition: Guard
  }

  /// A selection set, and the guard under which it applies.
  struct AppliedSet {
    var selectionSet: NodeID
    /// The index of the outermost enclosing set that selects from the same object, such as that of a field or a fragment definition. An outermost set
    /// is its own root.
    var root: Int
    /// The fragment definition of this set, if a spread leads to it.
    var fragment: NodeID?
    var applies = Guard.never
    /// Whether the set contains a marker for its type (``TypeMarkers``).
    var hasMarker = false
    /// Whether the compiler added the set, to contain a marker.
    var isAdded = false
    /// Indices of the fields that the set selects directly.
    var occurrences: [Int] = []
    var edges: [Edge] = []
  }

  /// An inline fragment or a spread, which leads from one set to another.
  struct Edge {
    var target: Int
    /// The fragment's type condition.
    var type: TypeID?
    var condition: Guard
    /// The guard of this edge: the set that contains the fragment applies, and the fragment's directives and type condition hold.
    var applies = Guard.never
  }

  /// A fragment with one or more spreads in the object.
  ///
  /// For `{ ...Card @include(if: $x) ... on Dog { ...Card } }`, `applies` is "a `Dog`, or `$x`", and `certain` is "a `Dog`".
  struct Spread {
    var fragment: NodeID
    /// The guard under which at least one of the spreads applies.
    var applies: Guard
    /// The condition on the object's type under which the fragment applies for all values of the variables. The object has the fragment's fields if
    /// it holds.
    var certain: Guard
  }

  /// A separate fragment (``FragmentFields``), whose fields do not become fields of the object. Deferred and large fragments do not affect the cases:
  /// if the object's type decides whether one applies, its property is optional. An inline fragment with a name does make a case.
  struct SeparateFragment {
    enum Kind {
      case deferred
      /// An inline fragment with `@apus(name:)`.
      case named
      /// A spread of a fragment with many type conditions (``FragmentFields/large``).
      case large
    }

    /// The spread or inline fragment in the document.
    var site: NodeID
    /// The fragment definition or the inline fragment.
    var fragment: NodeID
    /// The index in ``sets`` of the enclosing set.
    var set: Int
    var type: TypeID?
    /// The guard of the directives on ``site``.
    var condition: Guard
    /// The reason why the fragment is separate.
    var kind: Kind
    var applies = Guard.never
  }

  private(set) var occurrences: [Occurrence] = []
  private(set) var sets: [AppliedSet] = []
  private(set) var spreads: [Spread] = []
  private(set) var separateFragments: [SeparateFragment] = []
  /// The indices of the user's inline fragments that select no field directly.
  private(set) var inlineSetsWithoutFields: [Int] = []
  /// The indices of the hidden sets (``findHiddenSets()``).
  private(set) var hiddenSets: [Int] = []
  /// Whether fragments are nested more deeply than ``maximumDepth``.
  private(set) var isTooDeep = false

  /// The guards that make cases although no set with fields has them: those of markers, inline fragments with a name, fragments without fields, and
  /// hidden sets. All of them depend on types.
  private(set) var guardsWithoutFields: [Guard] = []

  /// The sets in topological order: the targets of a set's edges come before the set.
  private(set) var order: [Int] = []
  /// The parent types of the ``roots``. The object is of all of these types.
  private(set) var placeTypes: [TypeID] = []

  /// The object's possible types in the current schema.
  let types: TypeSet
  let context: CollectingContext

  /// The limit on nested fragments, including inline ones.
  static let maximumDepth = 1_000

  /// Collects the selections of `contributions`, which select from an object of one of `types`.
  init(_ contributions: [Contribution], _ types: TypeSet, _ context: CollectingContext) {
    self.types = types
    self.context = context
    context.setNumbers.forgetAll()
    for contribution in contributions {
      guard let type = context.documents.parentType(contribution.selectionSet) else { continue }
      if !placeTypes.contains(type) { placeTypes.append(type) }
    }
    for contribution in contributions {
      let index = visit(contribution.selectionSet, root: nil, depth: 0)
      sets[index].applies = context.guards.or(sets[index].applies, contribution.condition)
    }
    propagateGuards()
  }

  /// The selection sets with which the collection starts, before spreads are followed.
  var roots: [NodeID] {
    sets.indices.filter { sets[$0].root == $0 && sets[$0].fragment == nil }.map { sets[$0].selectionSet }
  }

  /// The number of selections visited. It counts towards ``ShapeLimits/selectionCount``.
  var size: Int { occurrences.count + sets.count }

  // MARK: - Sets

  /// Adds a set and all sets to which its inline fragments and spreads lead.
  ///
  /// - Parameter root: the root of an inline fragment's set; nil for other sets, which are their own root.
  /// - Returns: the index of the set.
  private func visit(_ set: NodeID, root: Int?, depth: Int) -> Int {
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
      let condition = context.guards.directives(of: node, in: tree)
      if condition == .never { continue }
      switch tree.nodes[node].kind {
      case .field where flags & NodeFlag.marker != 0: sets[index].hasMarker = true
      case .field:
        sets[index].occurrences.append(occurrences.count)
        occurrences.append(Occurrence(node: node, set: index, condition: condition))
      case .inlineFragment:
        guard let inner = context.documents.selectionSet(node) else { continue }
        if context.separate.contains(node) {
          addSeparateFragment(node, node, index, condition)
          continue
        }
        let target = visit(inner, root: root, depth: depth + 1)
        sets[target].isAdded = flags & NodeFlag.added != 0
        let type = context.documents.typeCondition(node)
        sets[index].edges.append(Edge(target: target, type: type, condition: condition))
      case .fragmentSpread:
        guard let fragment = context.documents.fragment(ofSpread: node),
          let inner = context.documents.selectionSet(fragment)
        else { continue }
        if context.separate.contains(node) {
          addSeparateFragment(node, fragment, index, condition)
          continue
        }
        let target = visit(inner, root: nil, depth: depth + 1)
        sets[target].fragment = fragment
        let type = context.documents.typeCondition(fragment)
        sets[index].edges.append(Edge(target: target, type: type, condition: condition))
      default: continue
      }
    }
    order.append(index)
    return index
  }

  private func addSeparateFragment(_ site: NodeID, _ fragment: NodeID, _ set: Int, _ condition: Guard) {
    let type = context.documents.typeCondition(fragment)
    let separate = context.separate
    separateFragments.append(
      SeparateFragment(
        site: site, fragment: fragment, set: set, type: type, condition: condition,
        kind: separate.deferrals[site] != nil ? .deferred : separate.large.contains(site) ? .large : .named))
  }

  // MARK: - Guards

  /// Computes the guard of each set. Fragments cannot form cycles, so the guards of all sets that lead to a set are known before its own.
  private func propagateGuards() {
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
      for number in sets[index].edges.indices {
        let edge = sets[index].edges[number]
        let outer = guards.and(applies, edge.condition)
        let inner = narrow(outer, to: edge.type)
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
      separateFragments[index].applies = narrow(applies, to: fragment.type)
    }
    for index in sets.indices
    where sets[index].occurrences.isEmpty && sets[index].root != index && !sets[index].isAdded {
      inlineSetsWithoutFields.append(index)
    }
    hiddenSets = findHiddenSets()
    findGuardsWithoutFields()
  }

  private func findGuardsWithoutFields() {
    let guards = context.guards
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

  /// The guard with one more type condition, which is left out if it always holds.
  func narrow(_ applies: Guard, to type: TypeID?) -> Guard {
    guard let type, applies != .never, !isCertain(type, applies) else { return applies }
    let typeSets = context.typeSets
    let left =
      context.guards.asksTypes(applies) ? typeSets.intersection(types, context.types(of: applies)) : types
    // No object type of the current schema satisfies this condition and the enclosing ones, so the set never applies.
    if typeSets.intersection(left, typeSets.types(type)).isEmpty { return .never }
    return context.and(applies, type)
  }

  /// Whether a condition holds for every object for which the guard holds, even of types that the schema gains later. It is not enough that all
  /// current types satisfy it: the declared types of the place or the conditions in the guard must imply it.
  private func isCertain(_ type: TypeID, _ applies: Guard) -> Bool {
    if placeTypes.contains(where: { context.schema.implies($0, type) }) { return true }
    return context.guards.assuming(applies) { context.schema.implies($0, type) ? false : nil } == .never
  }
}
