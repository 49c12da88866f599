import ApusDocuments
import ApusSchema
import ApusSyntax

/// Decides whether the fields of every selection set can be merged, without comparing every pair of fields.
///
/// The specification compares every pair of fields that share a response key. Comparing each field with one other of
/// its group is enough, because "has the same shape" and "is the same field" are equivalence relations. The selection
/// sets of a group's fields are then merged and checked together. Each selection set is checked only once on its own,
/// and each combination only once, so fragments stay cheap however often they are spread.
///
/// https://spec.graphql.org/September2025/#FieldsInSetCanMerge()
struct MergeCheck {
  private let context: ValidationContext
  private let nodes: UnsafeMutablePointer<Node>

  /// A field of the sets being merged. Entries form a stack: those of an inner merge are above those of the outer one.
  private struct Entry {
    var field: UInt32
    /// The next entry with the same response key; 0 means none.
    var next: UInt32
    var isFirst: Bool
  }
  private var entries: UnsafeMutablePointer<Entry>
  private var entryCapacity = 1024
  private var entryCount = 1

  /// For each response key, the last merge that reached it and the last entry that it added.
  private struct Mark {
    var merge: UInt32
    var entry: UInt32
  }
  private let keys: UnsafeMutablePointer<Mark>
  /// The last merge that reached each fragment and each parent type.
  private let fragments: UnsafeMutablePointer<UInt32>
  private let parentTypes: UnsafeMutablePointer<Mark>
  /// In expanded documents, by fragment the last merge that reached it, and the use.
  private var uses: [NodeID: (merge: UInt32, fragment: DefinitionID)] = [:]
  private var hasConflictingUses = false
  private var merge: UInt32 = 0
  private var depth = 0

  /// The result of checking a merge.
  private enum Verdict: UInt8 {
    case unknown, accepted, refused
  }
  /// The verdicts on single selection sets by node, once for equal fields and once for shapes alone.
  private let verdicts: UnsafeMutablePointer<UInt8>
  private let shapeVerdicts: UnsafeMutablePointer<UInt8>
  /// The verdicts on merged sets. The first number of a key is the number of the check.
  private var mergedVerdicts: [[UInt32]: Bool] = [:]

  /// Two fields that cannot be merged.
  private(set) var conflict: (first: NodeID, second: NodeID)?

  /// A bound for cyclic fragments. Other merges nest no deeper than selections.
  private static let maximumDepth = 1000

  init(_ context: ValidationContext) {
    self.context = context
    nodes = context.nodes
    entries = .allocate(capacity: entryCapacity)
    func makeTable<Element>(_ count: Int, _ element: Element) -> UnsafeMutablePointer<Element> {
      let table = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
      table.initialize(repeating: element, count: max(1, count))
      return table
    }
    keys = makeTable(context.tree.names.count, Mark(merge: 0, entry: 0))
    fragments = makeTable(context.index.definitionCount, 0)
    parentTypes = makeTable(context.schema.typeCount, Mark(merge: 0, entry: 0))
    verdicts = makeTable(context.tree.count, 0)
    shapeVerdicts = makeTable(context.tree.count, 0)
  }

  func deallocate() {
    entries.deallocate()
    keys.deallocate()
    fragments.deallocate()
    parentTypes.deallocate()
    verdicts.deallocate()
    shapeVerdicts.deallocate()
  }

  /// The numbers of operations and fragments whose fields cannot be merged. A fragment that is spread is judged where
  /// it is spread.
  mutating func refusedDefinitions() -> [DefinitionID] {
    let index = context.index
    var refused: [DefinitionID] = []
    for kind in [NodeKind.operation, .fragmentDefinition] {
      for definition in index.allDefinitions
      where nodes[index.node(definition)].kind == kind && fragments[definition.index] == 0
        && !accepts(index[definition].selectionSet, isShapeOnly: false)
      { refused.append(definition) }
    }
    return refused
  }

  // MARK: - Merges

  /// Checks one selection set.
  private mutating func accepts(_ set: NodeID, isShapeOnly: Bool) -> Bool {
    if verdicts[set] == Verdict.accepted.rawValue { return true }
    let known = isShapeOnly ? shapeVerdicts : verdicts
    if known[set] != Verdict.unknown.rawValue { return known[set] == Verdict.accepted.rawValue }
    // With cyclic fragments, the set is reached again within itself. Assume then that it can be merged.
    known[set] = Verdict.accepted.rawValue
    let start = beginMerge()
    collect(set)
    let isAccepted = acceptsEntries(from: start, isShapeOnly: isShapeOnly)
    entryCount = start
    if !isAccepted { known[set] = Verdict.refused.rawValue }
    return isAccepted
  }

  /// Checks several selection sets, merged.
  private mutating func accepts(merged sets: [UInt32], isShapeOnly: Bool) -> Bool {
    if sets.count < 2 { return sets.isEmpty || accepts(Int(sets[0]), isShapeOnly: isShapeOnly) }
    let key = [isShapeOnly ? 1 : 0] + sets
    if let known = mergedVerdicts[key] { return known }
    mergedVerdicts[key] = true
    let start = beginMerge()
    for set in sets { collect(Int(set)) }
    let isAccepted = acceptsEntries(from: start, isShapeOnly: isShapeOnly)
    entryCount = start
    if !isAccepted { mergedVerdicts[key] = false }
    return isAccepted
  }

  private mutating func beginMerge() -> Int {
    merge = merge &+ 1
    return entryCount
  }

  /// Adds the fields of a set and of the fragments in it.
  private mutating func collect(_ set: NodeID) {
    var selection = set &+ 1
    let end = Int(nodes[set].next)
    while selection < end {
      let node = nodes + selection
      switch node.pointee.kind {
      case .field:
        if entryCount == entryCapacity { growEntries() }
        let number = UInt32(truncatingIfNeeded: entryCount)
        let name = node.pointee.extra != 0 ? node.pointee.extra : node.pointee.name
        let mark = keys + Int(name)
        let isFirst = mark.pointee.merge != merge
        if !isFirst { entries[Int(mark.pointee.entry)].next = number }
        mark.pointee.merge = merge
        mark.pointee.entry = number
        (entries + entryCount).initialize(
          to: Entry(field: UInt32(truncatingIfNeeded: selection), next: 0, isFirst: isFirst))
        entryCount = entryCount &+ 1
      case .fragmentSpread:
        if let fragment = context.index.definition(ofSpread: selection), fragments[fragment.index] != merge {
          fragments[fragment.index] = merge
          if context.expansion != nil { noteUse(fragment) }
          collect(context.index[fragment].selectionSet)
        }
      default:
        if let inner = context.tree.child(selection, .selectionSet) { collect(inner) }
      }
      selection = Int(node.pointee.next)
    }
  }

  /// A fragment that is used in two ways where it is merged with itself is a conflict, whatever its fields.
  private mutating func noteUse(_ fragment: DefinitionID) {
    let original = context.original(fragment)
    if let known = uses[original], known.merge == merge, known.fragment != fragment {
      hasConflictingUses = true
    }
    uses[original] = (merge, fragment)
  }

  private mutating func growEntries() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: entryCapacity * 2)
    larger.update(from: entries, count: entryCount)
    entries.deallocate()
    entries = larger
    entryCapacity *= 2
  }

  // MARK: - Groups

  private mutating func acceptsEntries(from start: Int, isShapeOnly: Bool) -> Bool {
    if hasConflictingUses {
      hasConflictingUses = false
      return false
    }
    depth += 1
    defer { depth -= 1 }
    if depth > MergeCheck.maximumDepth { return true }
    let end = entryCount
    var number = start
    while number < end {
      let entry = entries + number
      if entry.pointee.isFirst {
        if entry.pointee.next != 0 {
          if !acceptsGroup(number, isShapeOnly: isShapeOnly) { return false }
        } else {
          let field = Int(entry.pointee.field)
          if nodes[field].next != entry.pointee.field &+ 1 {
            let set = context.tree.child(field, .selectionSet)
            if let set, !accepts(set, isShapeOnly: isShapeOnly) { return false }
          }
        }
      }
      number = number &+ 1
    }
    return true
  }

  /// Checks the fields with one response key.
  private mutating func acceptsGroup(_ first: Int, isShapeOnly: Bool) -> Bool {
    let isOneKind: Bool
    if isShapeOnly {
      isOneKind = true
    } else {
      guard let answer = areSameWhereTheyMeet(first) else { return false }
      isOneKind = answer
    }
    if !haveSameShape(first) { return false }
    var sets: [UInt32] = []
    var number = first
    while number != 0 {
      let set = context.tree.child(Int(entries[number].field), .selectionSet)
      if let set { sets.append(UInt32(truncatingIfNeeded: set)) }
      number = Int(entries[number].next)
    }
    // If the fields can be merged with all of them present, they can be merged with any subset.
    if accepts(merged: sets, isShapeOnly: isShapeOnly) { return true }
    if isOneKind || !accepts(merged: sets, isShapeOnly: true) { return false }
    return setsByObjectType(of: first).allSatisfy { accepts(merged: $0, isShapeOnly: false) }
  }

  private mutating func haveSameShape(_ first: Int) -> Bool {
    var known = first
    var number = first
    while number != 0 {
      let field = Int(entries[number].field)
      let knownField = Int(entries[known].field)
      if context.usesStream, context.stream(field) != nil {
        let other = number == first ? Int(entries[number].next) : first
        conflict = (Int(entries[other].field), field)
        return false
      }
      let type = context.index.type(ofField: field)
      let knownType = context.index.type(ofField: knownField)
      if knownType.named == nil {
        known = number
      } else if !context.haveSameShape(type, knownType) {
        conflict = (knownField, field)
        return false
      }
      number = Int(entries[number].next)
    }
    return true
  }

  /// Whether fields that can be on one object are the same field; fields on different object types never meet.
  ///
  /// - Returns: nil if they are not the same, otherwise whether all fields can be on one object type.
  private mutating func areSameWhereTheyMeet(_ first: Int) -> Bool? {
    merge = merge &+ 1
    var anywhere = -1
    var objectTypes = 0
    var number = first
    // A field on an interface, a union or an unknown type meets all others.
    while number != 0, anywhere < 0 {
      if objectType(number) == nil { anywhere = Int(entries[number].field) }
      number = Int(entries[number].next)
    }
    number = first
    while number != 0 {
      let field = Int(entries[number].field)
      var other = anywhere
      if let type = objectType(number) {
        let mark = parentTypes + type.index
        if mark.pointee.merge != merge {
          mark.pointee = Mark(merge: merge, entry: UInt32(truncatingIfNeeded: field))
          objectTypes = objectTypes &+ 1
        } else if anywhere < 0 {
          other = Int(mark.pointee.entry)
        }
      }
      if other >= 0, other != field, !context.isSameField(other, field) {
        conflict = (other, field)
        return nil
      }
      number = Int(entries[number].next)
    }
    return objectTypes < 2
  }

  /// The object type that an entry's field is selected from; nil if that is another type.
  private func objectType(_ number: Int) -> TypeID? {
    guard let type = context.index.typeOfParent(of: Int(entries[number].field)),
      case .object = context.schema[type].kind
    else { return nil }
    return type
  }

  /// For each object type in a group, the selection sets that apply to an object of that type.
  private func setsByObjectType(of first: Int) -> [[UInt32]] {
    var common: [UInt32] = []
    var byType: [TypeID: [UInt32]] = [:]
    var order: [TypeID] = []
    var number = first
    while number != 0 {
      let field = Int(entries[number].field)
      let set = context.tree.child(field, .selectionSet)
      if let type = objectType(number) {
        if byType[type] == nil {
          byType[type] = []
          order.append(type)
        }
        if let set { byType[type, default: []].append(UInt32(set)) }
      } else if let set {
        common.append(UInt32(set))
      }
      number = Int(entries[number].next)
    }
    return order.map { common + (byType[$0] ?? []) }
  }
}
