import Apus

/// An operation or a fragment, prepared for traversal: computes the fields of each type in each selection once.
///
/// It does not know the values of variables. ``BoundPlan`` does, and completes what depends on them.
///
/// Only one thread may use a plan at a time: ``CacheStore`` has a ``PlanMemo`` for each of its two locks.
final class Plan {
  let document: PlanDocument
  let types: TypeTable
  let names: FieldNames
  /// The prefix of the keys of an operation's root fields.
  let rootPrefix: [UInt8]
  let root: PlanPlace
  /// The variables of conditions, by number.
  let conditions: [String]
  /// The size of the last result in bytes.
  var lastSize = 0

  private let rules: AppRules
  private let learned: LearnedTypes
  /// The places, each under the selection sets that apply there.
  private var places: [[Int]: PlanPlace] = [:]
  /// Keeps all shapes, also those that newer ones have replaced, since readers do not retain them.
  private var shapes: [PlanShape] = []
  /// The number of shapes whose arguments use variables.
  private(set) var draftCount = 0

  init(
    _ document: PlanDocument, _ types: TypeTable, _ rules: AppRules, _ names: FieldNames,
    _ learned: LearnedTypes
  ) {
    self.document = document
    (self.types, self.rules) = (types, rules)
    self.names = names
    self.learned = learned
    conditions = document.conditions
    let rootSet = document.sets[document.root]
    rootPrefix = Array(CacheRoot.key(rootSet.type, "").utf8)
    root = PlanPlace(
      [document.root], type: types.isObject(rootSet.type) || document.kind != nil ? rootSet.type : nil,
      abstractTypes: types.isAbstract(rootSet.type) ? [rootSet.type] : [],
      typename: document.typename(in: [document.root]))
    places[root.sets] = root
  }

  /// The shape of an object type, complete or a draft.
  ///
  /// - Parameter flags: whether the conditions' variables are true.
  func shape(_ place: PlanPlace, _ name: UnsafeBufferPointer<UInt8>, _ flags: [Bool]) -> PlanShape {
    let index = place.shapes.firstIndex { $0.fits(name, flags) }
    if let index, isCurrent(place.shapes[index]) { return place.shapes[index] }
    let shape = makeShape(place, type: String(decoding: name, as: UTF8.self), flags)
    shapes.append(shape)
    if let index { place.shapes[index] = shape } else { place.shapes.append(shape) }
    return shape
  }

  /// The known shape of an object type; nil if there is none yet, or if markers may change it.
  func knownShape(_ place: PlanPlace, _ name: UnsafeBufferPointer<UInt8>, _ flags: [Bool]) -> PlanShape? {
    place.shapes.first { $0.fits(name, flags) && $0.conditions.learnedVersion == nil }
  }

  private func isCurrent(_ shape: PlanShape) -> Bool {
    shape.conditions.learnedVersion.map { $0 == learned.version } ?? true
  }

  // MARK: - Collecting fields

  private struct Group {
    var node: PlanDocument.Field
    var sets: [Int]
  }

  /// CollectFields of section 6.3.2, for one type.
  private struct Collection {
    var order: [String] = []
    var groups: [String: Group] = [:]
    var visited: Set<Int> = []
    /// The type conditions that apply.
    var conditions: Set<String> = []
    /// Whether the conditions' variables are true.
    let flags: [Bool]
    /// The flags that decided which fields these are.
    var choices: [Int] = []
  }

  private func collect(_ set: Int, _ type: String, _ found: inout Collection) {
    let selections = document.sets[set]
    for item in selections.items {
      switch item {
      case .field(let node):
        guard holds(node.directives.conditions, &found) else { continue }
        if found.groups[node.key] == nil {
          found.order.append(node.key)
          found.groups[node.key] = Group(node: node, sets: [])
        }
        if let inner = node.set { found.groups[node.key]?.sets.append(inner) }
      case .inline(let condition, let conditions, let inner):
        if holds(conditions, &found), matches(condition ?? "", type, within: selections.type) {
          if let condition { found.conditions.insert(condition) }
          collect(inner, type, &found)
        }
      case .spread(let name, let conditions):
        guard let inner = document.fragments[name], holds(conditions, &found),
          !found.visited.contains(inner)
        else { continue }
        let condition = document.sets[inner].type
        if matches(condition, type, within: selections.type) {
          found.visited.insert(inner)
          found.conditions.insert(condition)
          collect(inner, type, &found)
        }
      }
    }
  }

  private func holds(_ conditions: [PlanDocument.Condition], _ found: inout Collection) -> Bool {
    for condition in conditions {
      switch condition {
      case .constant(let value): if !value { return false }
      case .variable(let name, let isTrue):
        guard let variable = self.conditions.firstIndex(of: name) else { return false }
        if !found.choices.contains(variable) { found.choices.append(variable) }
        if found.flags[variable] != isTrue { return false }
      }
    }
    return true
  }

  /// Whether a type condition applies to objects of a type, in a selection set on the type `outer`.
  ///
  /// For a type unknown at compile time, only conditions that always apply do, and those confirmed by markers.
  private func matches(_ condition: String, _ type: String, within outer: String) -> Bool {
    if condition.isEmpty || condition == type { return true }
    if types.isObject(type) { return types.isSubset(type, of: condition) }
    if !outer.isEmpty, types.isSubset(outer, of: condition) { return true }
    return learned.contains(type, in: condition)
  }

  private func makeShape(_ place: PlanPlace, type: String, _ flags: [Bool]) -> PlanShape {
    var found = Collection(flags: flags)
    for set in place.sets {
      found.conditions.insert(document.sets[set].type)
      collect(set, type, &found)
    }
    let applying = conditions(of: type, found.conditions)
    let fields = found.order.compactMap { key in
      found.groups[key].map { field($0, in: type, applying) }
    }
    let isKnown = types.isObject(type) || place === root
    let conditions = PlanShape.Conditions(
      typeName: type, choices: found.choices.map { ($0, flags[$0]) },
      learnedVersion: isKnown ? nil : learned.version)
    let shape = PlanShape(
      fields, conditions, keyPositions: keyPositions(of: type, fields, applying),
      keyRule: rules.keys.rule(for: type, applying, types, fields: keyFields(of: type, applying)),
      number: draftCount,
      names)
    if shape.number != nil { draftCount += 1 }
    if place.type == type || type.isEmpty, shape.conditions.choices.isEmpty {
      if shape.number == nil { place.only = shape } else { place.draft = shape }
    }
    return shape
  }

  /// The type conditions that apply to objects of a type, whichever of them a selection names: in all selections, the same rules must apply to an
  /// object. For a type unknown at compile time, these are the interfaces and unions that include one of its own, and those learned from markers.
  private func conditions(of type: String, _ selected: Set<String>) -> Set<String> {
    if type.isEmpty || types.isObject(type) { return selected }
    let known = selected.union(learned.conditions(of: type))
    let wider = types.entries.keys.filter { name in known.contains { types.isSubset($0, of: name) } }
    return known.union(wider)
  }

  private func field(_ group: Group, in type: String, _ conditions: Set<String>) -> PlanField {
    let (node, sets) = (group.node, group.sets)
    let rule = sets.isEmpty ? nil : rules.fields.entry(of: node.name, in: type, conditions, types)
    let isMerged = rule?.merge != nil
    // The field may have been selected on an interface; the table lists it only there.
    let isConnection = !isMerged && sets.first.map { types.isConnection(document.sets[$0].type) } ?? false
    return PlanField(
      node, sets.isEmpty ? nil : place(sets), maxAge: types.maxAge(of: node.name, in: type),
      isConnection: isConnection,
      isReplaced: !isMerged && !sets.isEmpty && types.isReplaced(node.name, in: type), rule: rule,
      lookup: sets.first.flatMap { set in
        types.lookup(of: node.name, in: type).map { ($0, lookedUpTypes($0, document.sets[set].type)) }
      }, document.defaults)
  }

  /// The types of the objects that a field's arguments identify. For an interface or union, every type known at compile time is a
  /// candidate; an object of another type has to be fetched. So has one whose key a rule computes: a reader calls no rule for keys, since it
  /// has locked the cache.
  private func lookedUpTypes(_ lookup: TypeTable.Lookup, _ result: String) -> [String] {
    let possible = types.entries[result]?.possibleTypes?.sorted() ?? (result.isEmpty ? [] : [result])
    return possible.filter {
      let fields = types.keyFields(of: $0)
      return fields.count == lookup.paths.count && rules.keys.rule(for: $0, [], types, fields: fields) == nil
    }
  }

  /// The positions of the key fields; empty if objects of the type lack a key, or not all of it is selected.
  private func keyPositions(of type: String, _ fields: [PlanField], _ conditions: Set<String>) -> [Int] {
    if type.isEmpty { return [] }
    let names = keyFields(of: type, conditions)
    let positions = names.compactMap { name in
      fields.firstIndex { $0.name == name && $0.place == nil && !$0.hasArguments }
    }
    return positions.count == names.count ? positions : []
  }

  /// The key fields of a type. A type unknown at compile time uses those of an interface it implements.
  private func keyFields(of type: String, _ conditions: Set<String>) -> [String] {
    if types.entries[type]?.keys == nil, !types.isObject(type) {
      for condition in conditions.sorted() {
        if let keys = types.entries[condition]?.keys { return keys }
      }
    }
    return types.keyFields(of: type)
  }

  private func place(_ sets: [Int]) -> PlanPlace {
    if let known = places[sets] { return known }
    let own = sets.map { document.sets[$0].type }
    let place = PlanPlace(
      sets, type: own.first(where: types.isObject), abstractTypes: own.filter(types.isAbstract),
      typename: document.typename(in: sets))
    places[sets] = place
    return place
  }
}
