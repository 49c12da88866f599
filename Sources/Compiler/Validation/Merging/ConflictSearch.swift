import ApusDocuments
import ApusSchema
import ApusSyntax

/// Two fields, or two lists of nested fields, that cannot be merged.
struct FieldConflict {
  var responseKey: NameID
  var reason: String
  /// The field on each side, followed by the nested fields that cause the conflict.
  var first: [NodeID]
  var second: [NodeID]
}

/// Explains the conflicts in documents that ``MergeCheck`` has rejected: every pair of fields, with the place where
/// both are selected and the underlying reason.
///
/// It compares pairs as the reference implementation does. Each pair of fragments, and each fragment with each
/// selection set, is compared once. The number of comparisons is limited, because nobody reads thousands of similar
/// conflicts.
struct ConflictSearch {
  private let context: ValidationContext
  private var collections: [NodeID: MergeFields] = [:]
  private var comparedFragments = ComparedPairs()
  private var comparedWithFragment = ComparedPairs()
  private var remainingComparisons = 200_000
  /// Spreads of one fragment with different arguments that merge.
  private(set) var conflictingUses: [[NodeID]] = []

  /// In a group with more fields than this, each field is only compared with the first.
  private static let crowd = 64

  init(_ context: ValidationContext) { self.context = context }

  /// The conflicts within one selection set, including its fragments.
  mutating func conflicts(in selectionSet: NodeID) -> [FieldConflict] {
    var found: [FieldConflict] = []
    let fields = collection(selectionSet)
    for key in fields.keys { compare(within: fields.groups[key] ?? [], key, &found) }
    for (number, spread) in fields.spreads.enumerated() {
      compare(fields, with: spread, areExclusive: false, &found)
      for other in fields.spreads[(number + 1)...] {
        compare(spread, with: other, areExclusive: false, &found)
      }
    }
    return found
  }

  private mutating func compare(within group: [NodeID], _ key: NameID, _ found: inout [FieldConflict]) {
    for (number, first) in group.enumerated() {
      for second in group[(number + 1)...] {
        if let conflict = conflict(key, first, second, areExclusive: false) { found.append(conflict) }
      }
      if group.count > ConflictSearch.crowd { return }
    }
  }

  // MARK: - Collections

  private mutating func collection(_ selectionSet: NodeID) -> MergeFields {
    if let known = collections[selectionSet] { return known }
    var fields = MergeFields(selectionSet: selectionSet)
    collect(selectionSet, &fields)
    collections[selectionSet] = fields
    return fields
  }

  private mutating func collection(ofSpread spread: NodeID) -> MergeFields {
    collection(context.index.definition(ofSpread: spread).map { context.index[$0].selectionSet } ?? spread)
  }

  private func collect(_ selectionSet: NodeID, _ fields: inout MergeFields) {
    for selection in context.tree.children(selectionSet) {
      switch context.nodes[selection].kind {
      case .field: fields.add(selection, context.tree.responseKey(selection))
      case .fragmentSpread: fields.add(spread: selection, context.index.definition(ofSpread: selection))
      default:
        if let inner = context.tree.child(selection, .selectionSet) { collect(inner, &fields) }
      }
    }
  }

  // MARK: - Comparisons

  /// Compares the fields of two selection sets, without fragments.
  private mutating func compare(
    _ first: MergeFields, _ second: MergeFields, areExclusive: Bool, _ found: inout [FieldConflict]
  ) {
    for key in first.keys {
      guard let others = second.groups[key] else { continue }
      for field in first.groups[key] ?? [] {
        for other in others {
          if let conflict = conflict(key, field, other, areExclusive: areExclusive) { found.append(conflict) }
        }
      }
    }
  }

  /// Compares the fields of a selection set with those of a fragment and of the fragments that it spreads.
  private mutating func compare(
    _ fields: MergeFields, with spread: NodeID, areExclusive: Bool, _ found: inout [FieldConflict]
  ) {
    if fields.keys.isEmpty { return }
    let pair = ComparedPairs.Pair(fields.selectionSet, context.index.fragment(ofSpread: spread) ?? 0)
    if !comparedWithFragment.insert(pair, areExclusive: areExclusive) { return }
    let others = collection(ofSpread: spread)
    if others.selectionSet == fields.selectionSet { return }
    compare(fields, others, areExclusive: areExclusive, &found)
    for inner in others.spreads { compare(fields, with: inner, areExclusive: areExclusive, &found) }
  }

  /// Compares the fields of two fragments and of the fragments that they spread.
  private mutating func compare(
    _ first: NodeID, with second: NodeID, areExclusive: Bool, _ found: inout [FieldConflict]
  ) {
    guard let fragment = context.index.definition(ofSpread: first),
      let other = context.index.definition(ofSpread: second), fragment != other
    else { return }
    let pair = ComparedPairs.Pair(min(fragment, other).index, max(fragment, other).index)
    if !comparedFragments.insert(pair, areExclusive: areExclusive) { return }
    remainingComparisons -= 1
    if remainingComparisons < 0 { return }
    if context.expansion != nil, context.original(fragment) == context.original(other) {
      conflictingUses.append([first, second])
      return
    }
    let fields = collection(ofSpread: first)
    let others = collection(ofSpread: second)
    compare(fields, others, areExclusive: areExclusive, &found)
    for inner in others.spreads { compare(first, with: inner, areExclusive: areExclusive, &found) }
    for inner in fields.spreads { compare(inner, with: second, areExclusive: areExclusive, &found) }
  }

  /// Compares two fields with the same response key.
  ///
  /// - Parameter areExclusive: whether no object can have both fields, because a field further up is on different
  ///   object types.
  private mutating func conflict(
    _ key: NameID, _ first: NodeID, _ second: NodeID, areExclusive: Bool
  ) -> FieldConflict? {
    remainingComparisons -= 1
    if remainingComparisons < 0 { return nil }
    let areExclusive = areExclusive || areOnDifferentObjects(first, second)
    func conflict(_ reason: String) -> FieldConflict {
      FieldConflict(responseKey: key, reason: reason, first: [first], second: [second])
    }
    if !areExclusive {
      if context.nodes[first].name != context.nodes[second].name {
        return conflict("\"\(context.name(first))\" and \"\(context.name(second))\" are different fields")
      }
      if !context.isSameField(first, second) { return conflict("they have differing arguments") }
    }
    let streams = [first, second].compactMap(context.stream)
    if !streams.isEmpty {
      let isRepeated = streams.count == 2 && context.haveSameArguments(streams[0], streams[1])
      return conflict(
        "they have overlapping stream directives"
          + (isRepeated ? ". See https://github.com/graphql/defer-stream-wg/discussions/100" : ""))
    }
    let type = context.index.type(ofField: first)
    let other = context.index.type(ofField: second)
    if !context.haveSameShape(type, other) {
      return conflict(
        "they return conflicting types \"\(context.schema.description(type))\" and"
          + " \"\(context.schema.description(other))\"")
    }
    guard let selections = context.tree.child(first, .selectionSet),
      let others = context.tree.child(second, .selectionSet)
    else { return nil }
    let inner = conflictsBetween(selections, others, areExclusive: areExclusive)
    return inner.isEmpty ? nil : FieldConflict(key, first, second, because: inner, context.tree.names)
  }

  private func areOnDifferentObjects(_ first: NodeID, _ second: NodeID) -> Bool {
    guard let type = context.index.typeOfParent(of: first),
      let other = context.index.typeOfParent(of: second)
    else { return false }
    return type != other && context.schema[type].kind == .object && context.schema[other].kind == .object
  }

  /// Compares the selections of two fields that are merged.
  private mutating func conflictsBetween(
    _ first: NodeID, _ second: NodeID, areExclusive: Bool
  ) -> [FieldConflict] {
    var found: [FieldConflict] = []
    let fields = collection(first)
    let others = collection(second)
    compare(fields, others, areExclusive: areExclusive, &found)
    for spread in others.spreads { compare(fields, with: spread, areExclusive: areExclusive, &found) }
    for spread in fields.spreads { compare(others, with: spread, areExclusive: areExclusive, &found) }
    for spread in fields.spreads {
      for other in others.spreads { compare(spread, with: other, areExclusive: areExclusive, &found) }
    }
    return found
  }
}

extension FieldConflict {
  /// Reasons are cut at this many characters, and places at this many fields per side.
  private static let maximumReasonLength = 1000
  private static let maximumFieldCount = 20

  /// Creates a conflict between two fields that is caused by conflicts between their selections.
  init(_ key: NameID, _ first: NodeID, _ second: NodeID, because inner: [FieldConflict], _ names: NameTable) {
    responseKey = key
    reason = ""
    for conflict in inner where reason.count <= FieldConflict.maximumReasonLength {
      let separator = reason.isEmpty ? "" : " and "
      reason +=
        "\(separator)subfields \"\(names.string(conflict.responseKey))\" conflict because \(conflict.reason)"
    }
    if reason.count > FieldConflict.maximumReasonLength {
      reason = reason.prefix(FieldConflict.maximumReasonLength) + "..."
    }
    self.first = FieldConflict.fields(first, inner.map(\.first))
    self.second = FieldConflict.fields(second, inner.map(\.second))
  }

  /// A field and its nested fields. If there are too many, only the deepest of each is included.
  private static func fields(_ field: NodeID, _ inner: [[NodeID]]) -> [NodeID] {
    var fields = [field]
    for nested in inner where fields.count < maximumFieldCount {
      fields += nested.suffix(maximumFieldCount - fields.count)
    }
    return fields
  }
}

/// The fields of a selection set by response key, including those in inline fragments, and the fragments that it
/// spreads.
private struct MergeFields {
  let selectionSet: NodeID
  /// Response keys in the order of first use.
  var keys: [NameID] = []
  var groups: [NameID: [NodeID]] = [:]
  /// The last spread of each fragment, in the order of first use.
  var spreads: [NodeID] = []
  private var fragments: [DefinitionID: Int] = [:]

  init(selectionSet: NodeID) { self.selectionSet = selectionSet }

  mutating func add(_ field: NodeID, _ key: NameID) {
    if groups[key] == nil { keys.append(key) }
    groups[key, default: []].append(field)
  }

  mutating func add(spread: NodeID, _ fragment: DefinitionID?) {
    guard let fragment else { return }
    if let known = fragments[fragment] {
      spreads[known] = spread
    } else {
      fragments[fragment] = spreads.count
      spreads.append(spread)
    }
  }
}

/// Pairs that were compared, and whether they were only compared as mutually exclusive.
private struct ComparedPairs {
  struct Pair: Hashable {
    let first: Int
    let second: Int

    init(_ first: Int, _ second: Int) {
      self.first = first
      self.second = second
    }
  }

  private var pairs: [Pair: Bool] = [:]

  /// - Returns: whether the pair still has to be compared.
  mutating func insert(_ pair: Pair, areExclusive: Bool) -> Bool {
    // A pair without a conflict as non-exclusive has none as exclusive either.
    if let known = pairs[pair], !known || areExclusive { return false }
    pairs[pair] = areExclusive
    return true
  }
}
