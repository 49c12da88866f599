import ApusSchema

/// Groups object types by the selections that apply to them. Each group becomes a case: for `{ name ... on Dog { barks } }`, there is a group with
/// `Dog`, and "everything else".
///
/// A group may also have *later types*, which the schema gains after the client was compiled. Markers in the response show which group they belong
/// to.
final class TypeCases {
  /// A selection set, by its index in the collection's sets, and the guard under which it applies.
  typealias Applied = (set: Int, condition: Guard)

  /// See ``Case`` for the properties without a comment.
  struct Group {
    var applied: [Applied]
    var conditions: [TypeID]
    var held: [TypeID]
    var isAlternative: Bool
    var types: [TypeID]
    /// Lists of type conditions. A later type belongs to this group if the markers of all conditions in one of these lists are in the response. Empty
    /// if none are needed.
    var markers: [[TypeID]]
    var acceptsUnknown: Bool
    /// Conditions that never hold for a later type in this group, because an earlier group already accepts all later types for which they hold.
    var excluded: Set<TypeID> = []
  }

  /// The groups, most specific first. "Everything else" always exists and is last.
  private(set) var groups: [Group] = []

  private let context: CollectingContext
  private let guards: GuardTable
  /// The distinct guards that depend on types: those of sets with fields, in source order, then ``CollectedFields/guardsWithoutFields``.
  private var asked: [Guard] = []
  /// For each guard in ``asked``, its alternatives, each a chain of type conditions. If all conditions of one chain hold, so does the guard, for some
  /// values of the variables.
  private var chains: [[[TypeID]]] = []
  /// The sets with fields that apply to all types.
  private(set) var common: [Applied] = []
  /// For each guard in ``asked``, the sets with fields that have it.
  private var setsOfGuard: [[Int]] = []
  /// The type conditions that have markers. For an object of a later type, the response only shows whether these hold.
  private var marked: Set<TypeID> = []
  /// The number of pairs of guards and types that were compared. It counts towards ``ShapeLimits/selectionCount``.
  private(set) var size = 0

  init(_ collection: CollectedFields) {
    context = collection.context
    guards = collection.context.guards
    var numbers: [Guard: Int] = [:]
    for (index, set) in collection.sets.enumerated() where set.applies != .never {
      // A set without fields only makes a case if its guard is in `guardsWithoutFields`.
      if set.occurrences.isEmpty { continue }
      if !guards.asksTypes(set.applies) {
        common.append((index, set.applies))
      } else if let number = numbers[set.applies] {
        setsOfGuard[number].append(index)
      } else {
        numbers[set.applies] = asked.count
        asked.append(set.applies)
        setsOfGuard.append([index])
      }
    }
    for applies in collection.guardsWithoutFields {
      asked.append(applies)
      setsOfGuard.append([])
    }
    for set in collection.sets where set.hasMarker && set.applies != .never {
      if let type = context.documents.parentType(set.selectionSet) { marked.insert(type) }
    }
    chains = asked.map { TypeCases.chains(of: $0, guards) }
    makeGroups(collection.types.members)
  }

  /// The alternatives of a guard, as chains of type conditions. If there are too many, the documents are rejected.
  static func chains(of applies: Guard, _ guards: GuardTable) -> [[TypeID]] {
    let types = guards.possible(applies)
    let ways = guards.alternatives(types)
    if ways.isEmpty, types != .never { guards.giveUp() }
    let alternatives = ways.map { literals in
      literals.compactMap { literal -> TypeID? in
        if case .type(let type) = literal.atom { type } else { nil }
      }.sorted()
    }
    return alternatives.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Makes a group for each signature. A type's *signature* lists, for each guard in ``asked``, the guard that remains for objects of this type:
  /// `always`, `never`, or a guard that only depends on variables.
  private func makeGroups(_ objects: [Int]) {
    size = asked.count * objects.count
    var members: [[Guard]: [TypeID]] = [:]
    var signatures: [[Guard]] = []
    for (signature, types) in split(objects) {
      signatures.append(signature)
      members[signature] = types
    }
    var laterTypes = chainsOfLaterTypes(objects)
    laterTypes.append([])
    var laterMembers: [[Guard]: [[TypeID]]] = [:]
    for chain in laterTypes {
      // For a later type, only the type conditions in the chain hold, and those that they imply.
      let signature = asked.map { applies in
        guards.assuming(applies) { type in chain.contains { context.schema.implies($0, type) } }
      }
      laterMembers[signature, default: []].append(chain)
      if members[signature] == nil {
        signatures.append(signature)
        members[signature] = []
      }
    }
    let found = signatures.map { signature in
      (signature: signature, held: signature.indices.filter { signature[$0] != .never })
    }
    let sorted = found.sorted { a, b in
      // The more guards can hold for a group, the more specific it is. Of two groups with equally many, the one whose guards come earlier in the
      // source is first.
      if a.held.count != b.held.count { return a.held.count > b.held.count }
      if a.held != b.held { return a.held.lexicographicallyPrecedes(b.held) }
      return a.signature.lexicographicallyPrecedes(b.signature)
    }
    var taken: Set<TypeID> = []
    for (signature, held) in sorted {
      var group = group(signature, held, members[signature] ?? [], laterMembers[signature] ?? [])
      group.excluded = taken
      if group.acceptsUnknown, group.markers.count == 1, group.markers[0].count == 1 {
        taken.insert(group.markers[0][0])
      }
      groups.append(group)
    }
  }

  /// The combinations of type conditions that a later type may satisfy, as far as markers show it. Every chain whose conditions all have markers is
  /// one. If an object type of the current schema satisfies several of these chains, their union is one, too.
  private func chainsOfLaterTypes(_ objects: [Int]) -> [[TypeID]] {
    let schema = context.schema
    let alone = Set(chains.joined()).filter(isMarked)
    var result = alone
    if alone.count > 1 {
      size += alone.count * objects.count
      for object in objects {
        let type = schema.objectTypes[object]
        let held = alone.filter { chain in chain.allSatisfy { schema.isSubset(type, of: $0) } }
        if held.count > 1 { result.insert(Set(held.joined()).sorted()) }
      }
    }
    return result.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Groups object types by signature, in the order of each group's first type.
  private func split(_ objects: [Int]) -> [(signature: [Guard], types: [TypeID])] {
    // Each guard splits the groups so far. This takes a few integers for each type and guard, whereas comparing signatures would take an array for
    // each type.
    let objectTypes = context.schema.objectTypes
    var groupOf = [Int](repeating: 0, count: objects.count)
    var answers: [[Guard]] = []
    var groupCount = 1
    for applies in asked {
      let types = context.types(of: applies)
      let asksVariables = guards.asksVariables(applies)
      var groupInside = [Int](repeating: -1, count: groupCount)
      var groupOutside = groupInside
      var others: [GroupAnswer: Int] = [:]
      var ofGuard: [Guard] = []
      groupCount = 0
      var index = 0
      while index < objects.count {
        let group = groupOf[index]
        let isInside = types.contains(objects[index])
        var next: Int
        var answer = isInside ? Guard.always : .never
        if isInside, asksVariables {
          answer = guards.value(applies, ofObject: objectTypes[objects[index]])
          next = others[GroupAnswer(group: group, answer: answer)] ?? -1
        } else {
          next = isInside ? groupInside[group] : groupOutside[group]
        }
        if next < 0 {
          next = groupCount
          groupCount += 1
          if isInside, asksVariables {
            others[GroupAnswer(group: group, answer: answer)] = next
          } else if isInside {
            groupInside[group] = next
          } else {
            groupOutside[group] = next
          }
        }
        if asksVariables { ofGuard.append(answer) }
        groupOf[index] = next
        index += 1
      }
      answers.append(ofGuard)
    }
    // Groups are numbered in the order of their first types.
    var result: [(signature: [Guard], types: [TypeID])] = []
    var index = 0
    while index < objects.count {
      let group = groupOf[index]
      if group == result.count {
        let signature = asked.indices.map { number in
          if !answers[number].isEmpty { return answers[number][index] }
          return context.types(of: asked[number]).contains(objects[index]) ? Guard.always : .never
        }
        result.append((signature, []))
      }
      result[group].types.append(objectTypes[objects[index]])
      index += 1
    }
    return result
  }

  private struct GroupAnswer: Hashable {
    var group: Int
    var answer: Guard
  }

  /// Makes the group of a signature.
  ///
  /// - Parameters:
  ///   - held: the indices in ``asked`` of the guards that can hold.
  ///   - types: the object types of the current schema with this signature.
  ///   - later: the combinations of conditions by which later types belong to this group.
  private func group(_ signature: [Guard], _ held: [Int], _ types: [TypeID], _ later: [[TypeID]]) -> Group {
    var applied = common
    for number in held {
      for set in setsOfGuard[number] { applied.append((set, signature[number])) }
    }
    applied.sort { $0.set < $1.set }
    var conditions: [TypeID] = []
    var alternatives: [TypeID] = []
    for number in held {
      let abstract = chains[number].filter(isMarked)
      // A group without current types only has later types. No condition on an object type holds for those.
      for condition in (types.isEmpty ? abstract : chains[number]).joined() {
        let matching = count(of: types, in: condition)
        let matchingLater = later.count { chain in chain.contains { context.schema.implies($0, condition) } }
        if matching == types.count, matchingLater == later.count {
          if !conditions.contains(condition) { conditions.append(condition) }
        } else if matching + matchingLater > 0, !alternatives.contains(condition) {
          alternatives.append(condition)
        }
      }
    }
    let narrowest = conditions.filter { one in
      !conditions.contains { $0 != one && context.schema.implies($0, one) }
    }
    let isAlternative = narrowest.isEmpty
    return Group(
      applied: applied, conditions: isAlternative ? alternatives : narrowest, held: conditions,
      isAlternative: isAlternative, types: types, markers: markers(of: later), acceptsUnknown: !later.isEmpty
    )
  }

  /// Simplifies a guard for the objects of a group, if the result is the same for all of them and only depends on variables. Otherwise, returns the
  /// guard itself.
  func condition(_ applies: Guard, in group: Group) -> Guard {
    if !guards.asksTypes(applies) { return applies }
    var only: Guard?
    for type in group.types {
      let answer = guards.value(applies, ofObject: type)
      if only ?? answer != answer { return applies }
      only = answer
    }
    if group.acceptsUnknown {
      // A later type belongs to the group because of one of the group's lists of markers.
      for known in group.markers.isEmpty ? [[]] : group.markers {
        let answer = guards.assuming(applies) { type in
          if context.schema[type].kind == .object || group.excluded.contains(type) { return false }
          return known.contains { context.schema.implies($0, type) } ? true : nil
        }
        if only ?? answer != answer { return applies }
        only = answer
      }
    }
    if let only, !guards.asksTypes(only) { return only }
    return applies
  }

  private func isMarked(_ chain: [TypeID]) -> Bool { chain.allSatisfy(marked.contains) }

  /// The number of `types` that satisfy a condition.
  private func count(of types: [TypeID], in condition: TypeID) -> Int {
    let schema = context.schema
    var count = 0
    for type in types where schema.isSubset(type, of: condition) { count += 1 }
    return count
  }

  /// The lists of markers that identify later types: the narrowest conditions of each combination. A list that implies another one is left out.
  private func markers(of later: [[TypeID]]) -> [[TypeID]] {
    let context = context
    let narrowest = later.map { chain in
      chain.filter { one in !chain.contains { $0 != one && context.schema.implies($0, one) } }
    }
    var ways: [[TypeID]] = []
    for chain in narrowest.sorted(by: { $0.count < $1.count }) {
      let isImplied = ways.contains { way in
        way.allSatisfy { type in chain.contains { $0 == type || context.schema.implies($0, type) } }
      }
      if !isImplied { ways.append(chain) }
    }
    return ways == [[]] ? [] : ways
  }
}
