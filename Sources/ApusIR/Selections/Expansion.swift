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
struct Expansion {
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
    var typeGuard: TypeGuard
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

  private var setNumbers: [Contribution: Int] = [:]
  /// The fragments of ``inclusions``.
  private var included: Set<NodeID> = []
  /// What the selections that meet here say of the object's type, each of which holds.
  private let placeTypes: Set<TypeID>

  /// Fragments may spread one another this deep, inline fragments counted.
  static let maximumDepth = 1_000

  /// Expands `contributions` at a place whose object is one of `types`.
  init(_ contributions: [Contribution], _ types: TypeSet, _ context: inout ExpansionContext) {
    placeTypes = Set(contributions.map { context.documents.parentType($0.selectionSet) })
    for contribution in contributions {
      expand(contribution, [], types, isPlaceWide: true, depth: 0, &context)
    }
  }

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
  ///   - chain: the type conditions on the way that narrow, and `types`, what they leave.
  ///   - isPlaceWide: whether `types` is all that the place can be.
  private mutating func expand(
    _ contribution: Contribution, _ chain: [TypeID], _ types: TypeSet, isPlaceWide: Bool, depth: Int,
    _ context: inout ExpansionContext
  ) {
    if depth > Expansion.maximumDepth {
      isTooDeep = true
      return
    }
    let typeGuard = TypeGuard(alternatives: [chain], types: isPlaceWide ? nil : types)
    let index: Int
    let isNew: Bool
    if let known = setNumbers[contribution] {
      guard context.widen(&sets[known].typeGuard, by: typeGuard) else { return }
      index = known
      isNew = false
    } else {
      index = sets.count
      isNew = true
      setNumbers[contribution] = index
      sets.append(AppliedSet(contribution: contribution, typeGuard: typeGuard))
      if context.additions.typenames.contains(contribution.selectionSet) { append(.typename, index, 0) }
      if contribution.condition == 0, let type = context.additions.typeMarkers[contribution.selectionSet] {
        append(.marker(type), index, 0)
      }
    }
    let tree = context.documents.tree
    var selection = contribution.selectionSet &+ 1
    let end = Int(truncatingIfNeeded: tree.nodes[contribution.selectionSet].next)
    while selection < end {
      let node = selection
      selection = Int(truncatingIfNeeded: tree.nodes[node].next)
      guard let condition = context.condition(of: node, within: contribution.condition) else { continue }
      switch tree.nodes[node].kind {
      case .field:
        if isNew { append(.field(node), index, condition) }
      case .inlineFragment:
        guard let inner = context.documents.selectionSet(node) else { continue }
        let type = context.documents.typeCondition(node)
        narrow(
          to: type, Contribution(selectionSet: inner, condition: condition), chain, types, isPlaceWide, depth,
          &context)
      case .fragmentSpread:
        guard let fragment = context.documents.fragment(ofSpread: node),
          let inner = context.documents.selectionSet(fragment)
        else { continue }
        if context.additions.conditionalSpreads.contains(node) {
          if isNew { append(.spread(fragment), index, condition) }
          continue
        }
        let root = Contribution(selectionSet: inner, condition: condition)
        narrow(
          to: context.documents.typeCondition(fragment), root, chain, types, isPlaceWide, depth, &context)
        if isNew, condition == 0, let set = setNumbers[root], included.insert(fragment).inserted {
          inclusions.append(Inclusion(fragment: fragment, set: set))
        }
      default: continue
      }
    }
  }

  private mutating func append(_ content: Content, _ set: Int, _ condition: ConditionID) {
    sets[set].occurrences.append(occurrences.count)
    occurrences.append(Occurrence(content: content, condition: condition))
  }

  private mutating func narrow(
    to type: TypeID, _ contribution: Contribution, _ chain: [TypeID], _ types: TypeSet, _ isPlaceWide: Bool,
    _ depth: Int, _ context: inout ExpansionContext
  ) {
    if type == 0 {
      expand(contribution, chain, types, isPlaceWide: isPlaceWide, depth: depth + 1, &context)
      return
    }
    let possible = context.types(type)
    if types.isSubset(of: possible), !excludesLaterTypes(type, chain, context) {
      expand(contribution, chain, types, isPlaceWide: isPlaceWide, depth: depth + 1, &context)
      return
    }
    let rest = types.intersection(possible)
    // A condition that cannot match gives nothing.
    if rest.isEmpty { return }
    expand(
      contribution, context.chain(chain, adding: type), rest, isPlaceWide: false, depth: depth + 1, &context)
  }

  /// Whether a condition holds for every type known today and yet for no type that the schema gains later: it names
  /// the only object type of an interface or union.
  private func excludesLaterTypes(_ type: TypeID, _ chain: [TypeID], _ context: ExpansionContext) -> Bool {
    context.schema.types[Int(type)].kind == .object && !placeTypes.contains(type) && !chain.contains(type)
  }
}

/// What expansions share: the documents and the tables of interned things.
struct ExpansionContext {
  let documents: DocumentIndex
  let additions: Additions
  private var conditions = ConditionTable()
  private var typeSets: [TypeID: TypeSet] = [:]

  /// Beyond this many ways to one selection set only the known types are told apart.
  private static let alternativeLimit = 32

  init(_ documents: DocumentIndex, _ additions: Additions) {
    self.documents = documents
    self.additions = additions
  }

  var schema: Schema { documents.schema }

  mutating func condition(of selection: NodeID, within outer: ConditionID) -> ConditionID? {
    conditions.condition(of: selection, within: outer, in: documents.tree)
  }

  /// The possible types of a composite type.
  mutating func types(_ type: TypeID) -> TypeSet {
    if let known = typeSets[type] { return known }
    let set = TypeSet(type, in: schema)
    typeSets[type] = set
    return set
  }

  /// The chain with one more condition, without those that the new one implies.
  func chain(_ chain: [TypeID], adding type: TypeID) -> [TypeID] {
    var result = chain.filter { !implies(type, $0) }
    result.append(type)
    return result.sorted()
  }

  /// Whether whatever is of `type` is of `other` too, today and later: the schema says so in its declarations.
  func implies(_ type: TypeID, _ other: TypeID) -> Bool {
    if type == other { return true }
    if schema.types[Int(type)].kind == .object { return schema.isSubset(type, of: other) }
    let definition = schema.types[Int(type)]
    guard definition.kind == .interface else { return false }
    for index in 0..<Int(definition.relatedCount)
    where schema.relatedTypes[Int(definition.firstRelated) + index] == other { return true }
    return false
  }

  /// Makes `typeGuard` hold where `other` does as well.
  ///
  /// - Returns: false when it already did.
  func widen(_ typeGuard: inout TypeGuard, by other: TypeGuard) -> Bool {
    guard let types = typeGuard.types else { return false }
    guard let added = other.types, let chain = other.alternatives.first else {
      typeGuard = TypeGuard(alternatives: [[]], types: nil)
      return true
    }
    let isImplied = typeGuard.alternatives.contains { known in
      known.allSatisfy { condition in chain.contains { implies($0, condition) } }
    }
    if isImplied { return false }
    if typeGuard.alternatives.count >= ExpansionContext.alternativeLimit, added.isSubset(of: types) {
      return false
    }
    typeGuard.alternatives.removeAll { known in
      chain.allSatisfy { condition in known.contains { implies($0, condition) } }
    }
    typeGuard.alternatives.append(chain)
    typeGuard.alternatives.sort { $0.lexicographicallyPrecedes($1) }
    typeGuard.types?.formUnion(added)
    return true
  }
}
