import ApusSchema
import ApusSyntax

/// A selection set that applies to an object, and the variables under which it does.
struct Contribution: Hashable, Comparable {
  var selectionSet: NodeID
  var condition: ConditionID

  static func < (a: Contribution, b: Contribution) -> Bool {
    a.selectionSet != b.selectionSet ? a.selectionSet < b.selectionSet : a.condition < b.condition
  }
}

/// Everything that applies at one place of a response: inline fragments and spreads followed (CollectFields,
/// section 6.3.2, for all object types at once).
///
/// Each selection set is entered once per condition, and again only where it then applies to more types: the cost is
/// the size of the selection sets, not the number of ways to them.
struct FieldCollection {
  /// What an occurrence puts into the response.
  enum Content {
    /// A field node.
    case field(NodeID)
    /// The `__typename` that was added to a selection set.
    case typename
    /// The marker of a type condition.
    case marker(TypeID)
    /// A spread under `@include` or `@skip`: the fragment's definition.
    case spread(NodeID)
  }

  struct Occurrence {
    var content: Content
    /// Of a field its own condition with that of its selection set; of anything else that of the set.
    var condition: ConditionID
  }

  /// A selection set that applies.
  struct AppliedSet {
    var contribution: Contribution
    /// The types that it applies to; nil for whatever the object is.
    var typeGuard: TypeGuard?
    /// The indices of what the set has itself.
    var occurrences: [Int] = []
    var isEmpty: Bool { occurrences.isEmpty }
  }

  /// A fragment that is spread without `@include` and `@skip`.
  struct Inclusion {
    var fragment: NodeID
    /// The index in ``sets`` of the fragment's own selection set.
    var set: Int
  }

  private(set) var occurrences: [Occurrence] = []
  private(set) var sets: [AppliedSet] = []
  private(set) var inclusions: [Inclusion] = []
  /// Whether fragments were spread in fragments deeper than ``maximumDepth``.
  private(set) var isTooDeep = false

  /// The indices in ``sets`` of those that variables decide on; of all others the context knows them.
  private var conditionalSets: [Contribution: Int] = [:]
  /// The fragments of ``inclusions``.
  private var included: Set<NodeID> = []
  /// What the selections that meet here say of the object's type, each of which holds.
  private var placeTypes: [TypeID] = []
  /// Whether the object has a `__typename` whatever the variables are: selection sets of object types need not ask for it.
  private var alwaysHasTypename = true

  /// Fragments may spread one another this deep, inline fragments counted.
  static let maximumDepth = 1_000

  /// Expands `contributions` at a place whose object is one of `types`.
  init(_ contributions: [Contribution], _ types: TypeSet, _ context: inout FieldCollectionContext) {
    context.setNumbers.forgetAll()
    for contribution in contributions {
      let type = context.documents.parentType(contribution.selectionSet)
      if !placeTypes.contains(type) { placeTypes.append(type) }
      if !context.schema.types[Int(type)].isAbstract { alwaysHasTypename = false }
    }
    for contribution in contributions { expand(contribution, nil, types, depth: 0, &context) }
  }

  /// The number of selections that were followed: what the collection cost.
  var size: Int { occurrences.count + sets.count }

  /// The occurrences in the sets of `applied`, in the order of the response.
  ///
  /// An enumeration may have hundreds of cases with a few of the sets each, so those are found by their sets.
  func occurrences(in applied: [Int]) -> [Occurrence] {
    if applied.count == sets.count { return occurrences }
    var indices: [Int] = []
    for set in applied { indices.append(contentsOf: sets[set].occurrences) }
    return indices.sorted().map { occurrences[$0] }
  }

  /// - Parameters:
  ///   - chain: the type conditions on the way that narrow, nil when none does.
  ///   - types: what they leave of the types that the place can be.
  private mutating func expand(
    _ contribution: Contribution, _ chain: [TypeID]?, _ types: TypeSet, depth: Int,
    _ context: inout FieldCollectionContext
  ) {
    if depth > FieldCollection.maximumDepth {
      isTooDeep = true
      return
    }
    let typeGuard = chain.map { TypeGuard(alternatives: [$0], types: types) }
    var index = number(of: contribution, context)
    let isNew = index < 0
    if isNew {
      index = sets.count
      setNumber(of: contribution, to: index, &context)
      sets.append(AppliedSet(contribution: contribution, typeGuard: typeGuard))
      if context.addedSelections.addsTypename(to: contribution.selectionSet) {
        append(.typename, index, alwaysHasTypename ? 0 : contribution.condition)
      }
      if let type = context.addedSelections.typeMarker(in: contribution.selectionSet) {
        append(.marker(type), index, 0)
      }
    } else {
      guard context.widen(&sets[index].typeGuard, by: typeGuard) else { return }
    }
    let tree = context.tree
    var selection = contribution.selectionSet &+ 1
    let end = Int(tree.nodes[contribution.selectionSet].next)
    while selection < end {
      let node = selection
      selection = Int(tree.nodes[node].next)
      guard let condition = context.condition(of: node, within: contribution.condition) else { continue }
      switch tree.nodes[node].kind {
      case .field:
        guard isNew else { continue }
        let isThere = condition != 0 && alwaysHasTypename && tree.responseKey(node) == Keyword.typename
        append(.field(node), index, isThere ? 0 : condition)
      case .inlineFragment:
        guard let inner = context.documents.selectionSet(node) else { continue }
        let type = context.documents.typeCondition(node)
        narrow(
          to: type, Contribution(selectionSet: inner, condition: condition), chain, types, depth, &context)
      case .fragmentSpread:
        guard let fragment = context.documents.fragment(ofSpread: node),
          let inner = context.documents.selectionSet(fragment)
        else { continue }
        if context.addedSelections.isConditional(spread: node) {
          if isNew { append(.spread(fragment), index, condition) }
          continue
        }
        let root = Contribution(selectionSet: inner, condition: condition)
        narrow(to: context.documents.typeCondition(fragment), root, chain, types, depth, &context)
        if isNew, condition == 0 {
          let set = number(of: root, context)
          if set >= 0, included.insert(fragment).inserted {
            inclusions.append(Inclusion(fragment: fragment, set: set))
          }
        }
      default: continue
      }
    }
  }

  private mutating func append(_ content: Content, _ set: Int, _ condition: ConditionID) {
    sets[set].occurrences.append(occurrences.count)
    occurrences.append(Occurrence(content: content, condition: condition))
  }

  /// The index in ``sets``, or -1.
  private func number(of contribution: Contribution, _ context: FieldCollectionContext) -> Int {
    if contribution.condition == 0 { return context.setNumbers.number(of: contribution.selectionSet) }
    return conditionalSets[contribution] ?? -1
  }

  private mutating func setNumber(
    of contribution: Contribution, to number: Int, _ context: inout FieldCollectionContext
  ) {
    if contribution.condition == 0 {
      context.setNumbers.set(contribution.selectionSet, to: number)
    } else {
      conditionalSets[contribution] = number
    }
  }

  private mutating func narrow(
    to type: TypeID, _ contribution: Contribution, _ chain: [TypeID]?, _ types: TypeSet, _ depth: Int,
    _ context: inout FieldCollectionContext
  ) {
    if type == 0 {
      expand(contribution, chain, types, depth: depth + 1, &context)
      return
    }
    let possible = context.typeSets.types(type)
    if types.isSubset(of: possible), !excludesLaterTypes(type, chain, context) {
      expand(contribution, chain, types, depth: depth + 1, &context)
      return
    }
    let rest = context.typeSets.intersection(types, possible)
    // A condition that cannot match gives nothing.
    if rest.isEmpty { return }
    expand(contribution, context.chain(chain ?? [], adding: type), rest, depth: depth + 1, &context)
  }

  /// Whether a condition holds for every type known today and yet for no type that the schema gains later: it names
  /// the only object type of an interface or union.
  private func excludesLaterTypes(
    _ type: TypeID, _ chain: [TypeID]?, _ context: FieldCollectionContext
  ) -> Bool {
    context.schema.types[Int(type)].kind == .object && !placeTypes.contains(type)
      && chain?.contains(type) != true
  }
}
