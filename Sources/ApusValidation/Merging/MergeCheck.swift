import ApusSchema
import ApusSyntax

/// Decides whether the fields of every selection set can be merged, in time that grows with the documents.
///
/// The specification compares each pair of fields that share a response key. It comes to the same to compare each
/// field with one other of its group: "has the same shape" and "is the same field" are equivalences. The selection sets
/// of a group's fields are then merged and checked as one. A selection set is checked by itself only once, and each
/// combination of several once, so fragments cost little however often they are spread.
///
/// https://spec.graphql.org/September2025/#FieldsInSetCanMerge()
struct MergeCheck {
  private let context: ValidationContext
  private let nodes: UnsafeMutablePointer<Node>
  private let meanings: UnsafeMutablePointer<UInt32>
  private let parents: UnsafeMutablePointer<UInt32>

  /// A field of the sets that are being merged, on a stack: those of an inner merge stand above those of an outer one.
  private struct Entry {
    var field: UInt32
    /// The next one of the same response key; 0 is none.
    var next: UInt32
    var isFirst: Bool
  }
  private var entries: UnsafeMutablePointer<Entry>
  private var entryCapacity = 1024
  private var entryCount = 1

  /// For each response key the merge that met it last, and the entry that it met last there.
  private struct Mark {
    var merge: UInt32
    var entry: UInt32
  }
  private let keys: UnsafeMutablePointer<Mark>
  /// The same for each fragment and for each parent type.
  private let fragments: UnsafeMutablePointer<UInt32>
  private let parentTypes: UnsafeMutablePointer<Mark>
  private var merge: UInt32 = 0
  private var depth = 0

  /// What is known of a merge.
  private enum Verdict: UInt8 {
    case unknown, accepted, refused
  }
  /// The verdicts on single selection sets, by node: when fields must be the same, and when shapes suffice.
  private let verdicts: UnsafeMutablePointer<UInt8>
  private let shapeVerdicts: UnsafeMutablePointer<UInt8>
  /// The verdicts on several sets merged; the first number of a key tells which of the two is asked.
  private var mergedVerdicts: [[UInt32]: Bool] = [:]

  /// Two fields that cannot be merged.
  private(set) var conflict: (first: NodeID, second: NodeID)?

  /// Merges nest no deeper than selections, unless fragments form cycles: then this ends them.
  private static let maximumDepth = 1000

  init(_ context: ValidationContext) {
    self.context = context
    nodes = context.nodes
    meanings = context.meanings
    parents = context.parents
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

  /// The numbers of operations and fragments whose fields cannot all be merged. A fragment that is spread somewhere is
  /// judged there.
  mutating func refusedDefinitions() -> [Int] {
    let index = context.index
    var refused: [Int] = []
    for kind in [NodeKind.operation, .fragmentDefinition] {
      var number = 1
      while number < index.definitionCount {
        let definition = index.definitions + number
        if nodes[definition.pointee.node].kind == kind, fragments[number] == 0,
          !accepts(definition.pointee.selectionSet, isShapeOnly: false)
        {
          refused.append(number)
        }
        number = number &+ 1
      }
    }
    return refused
  }

  // MARK: - Merges

  /// Checks one selection set.
  private mutating func accepts(_ set: NodeID, isShapeOnly: Bool) -> Bool {
    if verdicts[set] == Verdict.accepted.rawValue { return true }
    let known = isShapeOnly ? shapeVerdicts : verdicts
    if known[set] != Verdict.unknown.rawValue { return known[set] == Verdict.accepted.rawValue }
    // Where fragments form a cycle the set is met again within itself: it is then as good as the rest of it.
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

  /// Adds the fields of a set, and of the fragments in it.
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
        let fragment = Int(meanings[selection])
        if fragment != 0, fragments[fragment] != merge {
          fragments[fragment] = merge
          collect(context.index.definitions[fragment].selectionSet)
        }
      default:
        let inner = context.selectionSet(ofField: selection)
        if inner >= 0 { collect(inner) }
      }
      selection = Int(node.pointee.next)
    }
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
            let set = context.selectionSet(ofField: field)
            if set >= 0, !accepts(set, isShapeOnly: isShapeOnly) { return false }
          }
        }
      }
      number = number &+ 1
    }
    return true
  }

  /// Checks the fields of one response key.
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
      let set = context.selectionSet(ofField: Int(entries[number].field))
      if set >= 0 { sets.append(UInt32(truncatingIfNeeded: set)) }
      number = Int(entries[number].next)
    }
    // What can be merged where all fields meet can be merged where only some do.
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
      if context.streamName != 0, context.stream(field) != nil {
        let other = number == first ? Int(entries[number].next) : first
        conflict = (Int(entries[other].field), field)
        return false
      }
      let type = context.index.type(ofField: field)
      let knownType = context.index.type(ofField: knownField)
      if knownType.named == 0 {
        known = number
      } else if !context.haveSameShape(type, knownType) {
        conflict = (knownField, field)
        return false
      }
      number = Int(entries[number].next)
    }
    return true
  }

  /// Whether fields that one object can have are the same field; fields of different object types never meet.
  ///
  /// - Returns: nil when they are not, else whether no two of the fields are of different object types.
  private mutating func areSameWhereTheyMeet(_ first: Int) -> Bool? {
    merge = merge &+ 1
    var anywhere = -1
    var objectTypes = 0
    var number = first
    // A field on an interface, a union or a type that is not known meets all others.
    while number != 0, anywhere < 0 {
      if !isOnObject(number) { anywhere = Int(entries[number].field) }
      number = Int(entries[number].next)
    }
    number = first
    while number != 0 {
      let field = Int(entries[number].field)
      var other = anywhere
      if isOnObject(number) {
        let mark = parentTypes + Int(context.index.typeOfParent(ofField: field))
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

  private func isOnObject(_ number: Int) -> Bool {
    let type = context.index.typeOfParent(ofField: Int(entries[number].field))
    return type != 0 && context.types[Int(type)].kind == .object
  }

  /// For each object type that fields of a group are on the selection sets that such an object meets.
  private func setsByObjectType(of first: Int) -> [[UInt32]] {
    var common: [UInt32] = []
    var byType: [TypeID: [UInt32]] = [:]
    var order: [TypeID] = []
    var number = first
    while number != 0 {
      let field = Int(entries[number].field)
      let set = context.selectionSet(ofField: field)
      let type = context.index.typeOfParent(ofField: field)
      if isOnObject(number), byType[type] == nil {
        byType[type] = []
        order.append(type)
      }
      if set >= 0 {
        if isOnObject(number) {
          byType[type, default: []].append(UInt32(set))
        } else {
          common.append(UInt32(set))
        }
      }
      number = Int(entries[number].next)
    }
    return order.map { common + (byType[$0] ?? []) }
  }
}
