import ApusSchema

/// Object types grouped by which type conditions hold for them: each group becomes a case.
struct TypeCases {
  struct Group {
    /// The indices in the collection's sets that apply.
    var applied: [Int]
    var conditions: [TypeID]
    var held: [TypeID]
    var isAlternative: Bool
    var types: [TypeID]
    var markers: [[[TypeID]]]
    var acceptsUnknown: Bool
  }

  /// The most specific first; "everything else" last, always there.
  private(set) var classes: [Group] = []

  private let collection: FieldCollection
  private let context: FieldCollectionContext
  /// The distinct guards that narrow, in source order.
  private var guards: [TypeGuard] = []
  /// The sets that always apply, and those of each guard.
  private var alwaysApplied: [Int] = []
  private var setsOfGuard: [[Int]] = []
  /// The conditions that have markers: by no others can a type of the future be told.
  private var marked: Set<TypeID> = []
  /// Those of them whose markers are there whatever the variables are.
  private var alwaysMarked: Set<TypeID> = []
  /// The number of questions whether a guard holds for a type: what the partition cost.
  private(set) var size = 0

  init(_ collection: FieldCollection, _ types: TypeSet, _ context: FieldCollectionContext) {
    self.collection = collection
    self.context = context
    // A set without fields makes no case of its own: its guard tells nothing apart unless another set has it too.
    var numbers: [TypeGuard: Int] = [:]
    for set in collection.sets where !set.isEmpty {
      guard let typeGuard = set.typeGuard, numbers[typeGuard] == nil else { continue }
      numbers[typeGuard] = guards.count
      guards.append(typeGuard)
    }
    setsOfGuard = Array(repeating: [], count: guards.count)
    for (index, set) in collection.sets.enumerated() {
      if let type = context.addedSelections.typeMarker(in: set.contribution.selectionSet) {
        marked.insert(type)
        if set.contribution.condition == 0 { alwaysMarked.insert(type) }
      }
      guard let typeGuard = set.typeGuard else {
        alwaysApplied.append(index)
        continue
      }
      if let number = numbers[typeGuard] { setsOfGuard[number].append(index) }
    }
    makeClasses(types.members)
  }

  private mutating func makeClasses(_ objects: [Int]) {
    size = guards.count * objects.count
    var members: [[Bool]: [TypeID]] = [:]
    var signatures: [[Bool]] = []
    for (signature, types) in split(objects) {
      signatures.append(signature)
      members[signature] = types
    }
    for chain in chainsOfLaterTypes(objects) {
      let signature = guards.map { holds($0, assuming: chain) }
      if members[signature] == nil {
        signatures.append(signature)
        members[signature] = []
      }
    }
    let rest = guards.map { _ in false }
    if members[rest] == nil {
      signatures.append(rest)
      members[rest] = []
    }
    let groups = signatures.map { signature in
      (signature: signature, held: signature.indices.filter { signature[$0] })
    }
    let sorted = groups.sorted { a, b in
      // Of two signatures the one whose first guard comes earlier.
      a.held.count != b.held.count ? a.held.count > b.held.count : a.held.lexicographicallyPrecedes(b.held)
    }
    classes = sorted.map { group($0.held, members[$0.signature] ?? []) }
  }

  /// What a type that the schema gains later can be known to be: any of the marked conditions alone, or those that hold for a
  /// type of today: all, or all but those that variables decide on.
  private mutating func chainsOfLaterTypes(_ objects: [Int]) -> [[TypeID]] {
    let schema = context.schema
    let alone = Set(guards.flatMap(\.alternatives)).filter(isMarked)
    var chains = alone
    if alone.count > 1 {
      size += alone.count * objects.count
      for object in objects {
        let type = schema.objectTypes[object]
        let held = alone.filter { chain in chain.allSatisfy { schema.isSubset(type, of: $0) } }
        let heldAlways = held.filter { $0.allSatisfy(alwaysMarked.contains) }
        for together in [held, heldAlways] where together.count > 1 {
          chains.insert(Set(together.joined()).sorted())
        }
      }
    }
    return chains.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The object types by which guards hold for them, in the order of the first type of each group.
  private func split(_ objects: [Int]) -> [(signature: [Bool], types: [TypeID])] {
    // Every guard splits each group in two: a step is a few numbers, where a signature for each type would be an array.
    var groupOf = [Int](repeating: 0, count: objects.count)
    var groupCount = 1
    for typeGuard in guards {
      var groupInside = [Int](repeating: -1, count: groupCount)
      var groupOutside = groupInside
      groupCount = 0
      var index = 0
      while index < objects.count {
        let group = groupOf[index]
        let isInside = typeGuard.types.contains(objects[index])
        var next = isInside ? groupInside[group] : groupOutside[group]
        if next < 0 {
          next = groupCount
          groupCount += 1
          if isInside { groupInside[group] = next } else { groupOutside[group] = next }
        }
        groupOf[index] = next
        index += 1
      }
    }
    // Groups are numbered in the order of their first types.
    let objectTypes = context.schema.objectTypes
    var result: [(signature: [Bool], types: [TypeID])] = []
    var index = 0
    while index < objects.count {
      let group = groupOf[index]
      let object = objects[index]
      if group == result.count { result.append((guards.map { $0.types.contains(object) }, [])) }
      result[group].types.append(objectTypes[object])
      index += 1
    }
    return result
  }

  /// Whether a guard holds for a type of which no more is known than that the conditions of `chain` hold.
  private func holds(_ typeGuard: TypeGuard, assuming chain: [TypeID]) -> Bool {
    typeGuard.alternatives.contains { alternative in
      alternative.allSatisfy { condition in chain.contains { context.implies($0, condition) } }
    }
  }

  /// - Parameter held: the guards that hold.
  private func group(_ held: [Int], _ types: [TypeID]) -> Group {
    let applied = (alwaysApplied + held.flatMap { setsOfGuard[$0] }).sorted()
    var conditions: [TypeID] = []
    var alternatives: [TypeID] = []
    var markers: [[[TypeID]]] = []
    var unmarked: [TypeGuard] = []
    for index in held {
      let typeGuard = guards[index]
      let abstract = typeGuard.alternatives.filter(isMarked)
      if abstract.isEmpty { unmarked.append(typeGuard) } else { markers.append(abstract) }
      // Of a group that only types of the future belong to, object types say nothing.
      for condition in (types.isEmpty ? abstract : typeGuard.alternatives).flatMap({ $0 }) {
        let matching = count(of: types, in: condition)
        if matching == types.count {
          if !conditions.contains(condition) { conditions.append(condition) }
        } else if matching > 0, !alternatives.contains(condition) {
          alternatives.append(condition)
        }
      }
    }
    let narrowest = conditions.filter { one in
      !conditions.contains { $0 != one && context.implies($0, one) }
    }
    let isAlternative = narrowest.isEmpty
    // What has no marker of its own may be implied by what has one.
    let known = markers.flatMap { $0.count == 1 ? $0[0] : [] }
    let acceptsUnknown = unmarked.allSatisfy { holds($0, assuming: known) }
    return Group(
      applied: applied, conditions: isAlternative ? alternatives : narrowest, held: conditions,
      isAlternative: isAlternative,
      types: types, markers: simplified(markers), acceptsUnknown: acceptsUnknown)
  }

  private func isMarked(_ chain: [TypeID]) -> Bool { chain.allSatisfy(marked.contains) }

  /// How many of `types` a condition holds for.
  private func count(of types: [TypeID], in condition: TypeID) -> Int {
    let schema = context.schema
    var count = 0
    for type in types where schema.isSubset(type, of: condition) { count += 1 }
    return count
  }

  /// The conditions that all must hold as one chain, without those that others imply; alternatives as they are.
  private func simplified(_ markers: [[[TypeID]]]) -> [[[TypeID]]] {
    if markers.isEmpty { return [] }
    let context = context
    let all = Set(markers.filter { $0.count == 1 }.flatMap { $0[0] })
    let chain = all.filter { one in !all.contains { $0 != one && context.implies($0, one) } }.sorted()
    return (chain.isEmpty ? [] : [[chain]]) + markers.filter { $0.count > 1 }
  }
}
