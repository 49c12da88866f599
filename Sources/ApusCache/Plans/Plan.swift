import Apus

/// A document with its variables, prepared for traversal: computes the fields of each type at each place once.
///
/// Most places of a document are the same whatever the variables are. The plans of one document share those.
///
/// Only one thread may use a plan at a time.
final class Plan {
  let document: PlanDocument
  let types: TypeTable
  /// The root type of an operation, which prefixes the keys of its root fields; nil for a fragment.
  let rootType: String?
  let root: PlanPlace
  /// The size of the last result in bytes.
  var lastSize = 0

  let names: FieldNames
  private let rules: FieldRules
  private let learned: LearnedTypes
  private let arguments: CanonicalArguments
  private let own = PlanPlaces()
  private let shared: PlanPlaces

  /// - Parameter shared: the places of the document that do not depend on variables.
  init(
    _ document: PlanDocument, variables: [String: GraphQLValue], _ shared: PlanPlaces, _ types: TypeTable,
    _ rules: FieldRules, _ names: FieldNames, _ learned: LearnedTypes
  ) {
    self.document = document
    self.shared = shared
    (self.types, self.rules) = (types, rules)
    self.names = names
    self.learned = learned
    arguments = CanonicalArguments(
      document.defaults.isEmpty ? variables : document.defaults.merging(variables) { $1 })
    let rootSet = document.sets[document.root]
    rootType = document.kind == nil ? nil : rootSet.type
    root = PlanPlace(
      [document.root], type: types.isObject(rootSet.type) || document.kind != nil ? rootSet.type : nil, own)
    own.places[root.sets] = root
  }

  /// Whether a field is replaced rather than merged.
  func isReplaced(_ field: UInt32) -> Bool { own.replaced.contains(field) || shared.replaced.contains(field) }

  /// The shape of a place with one type, or of an object without a `__typename`.
  func onlyShape(_ place: PlanPlace) -> PlanShape {
    if let shape = place.only { return shape }
    let shape = makeShape(place, type: place.type ?? "")
    place.only = shape
    return shape
  }

  /// The cached shape of an object type; nil if there is none yet, or if markers may change it.
  func knownShape(_ place: PlanPlace, _ name: UnsafeBufferPointer<UInt8>) -> PlanShape? {
    guard let index = index(of: name, in: place), place.shapes[index].shape.learnedVersion == nil else {
      return nil
    }
    return place.shapes[index].shape
  }

  /// The shape of an object type.
  func shape(_ place: PlanPlace, _ name: UnsafeBufferPointer<UInt8>) -> PlanShape {
    if place.type != nil { return onlyShape(place) }
    let index = index(of: name, in: place)
    if let index {
      let known = place.shapes[index].shape
      if known.learnedVersion == nil || known.learnedVersion == learned.version { return known }
    }
    let shape = makeShape(place, type: String(decoding: name, as: UTF8.self))
    if let index {
      place.shapes[index].shape = shape
    } else {
      place.shapes.append((Array(name), shape))
    }
    return shape
  }

  private func index(of name: UnsafeBufferPointer<UInt8>, in place: PlanPlace) -> Int? {
    var index = 0
    while index < place.shapes.count {
      if place.shapes[index].name.count == name.count, place.shapes[index].name.elementsEqual(name) {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The text of a field's id.
  func name(of field: UInt32) -> String { names.shownText(field) }

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
    /// Whether variables decide which fields these are.
    var usesVariables = false
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
    if conditions.contains(where: \.usesVariables) { found.usesVariables = true }
    return conditions.allSatisfy { condition in
      switch condition {
      case .constant(let value): value
      case .variable(let name, let isTrue): (arguments.variables[name]?.bool ?? false) == isTrue
      }
    }
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

  private func makeShape(_ place: PlanPlace, type: String) -> PlanShape {
    let selection = selection(place, type)
    var parts: [PlanShape.Part] = []
    parts.reserveCapacity(selection.fields.count)
    var lookups: [UInt32: PlanLookup] = [:]
    for field in selection.fields {
      let id = field.id ?? id(of: field)
      if field.isReplaced { place.places.replaced.insert(id) }
      if let lookup = field.lookup, let found = self.lookup(lookup, field) { lookups[id] = found }
      var part = PlanShape.Part(
        prefix: field.prefix, id: id, place: field.sets.isEmpty ? nil : self.place(field.sets),
        isHidden: field.node.isHidden, maxAge: field.maxAge,
        page: field.isConnection ? ConnectionPage(arguments.values(of: field.node)) : nil, incoming: id)
      if let rule = field.rule { add(rule, to: &part, field.node) }
      parts.append(part)
    }
    let shape = PlanShape(
      parts, typeName: type, keys: type.isEmpty ? [] : selection.keys.map { parts[$0].id },
      lookups: lookups, learnedVersion: selection.learnedVersion)
    place.places.shapes.append(shape)
    return shape
  }

  private func add(_ rule: FieldRules.Entry, to part: inout PlanShape.Part, _ node: PlanDocument.Field) {
    let values = arguments.values(of: node)
    part.read = rule.read.map { ReadRule($0, values) }
    if let merge = rule.merge {
      part.merge = MergeRule(name: rule.field, field: part.id, arguments: values, merge: merge)
      part.incoming = names.id(arguments.key(of: node))
    }
  }

  private func id(of field: PlanSelection.Field) -> UInt32 {
    let text = arguments.key(of: field.node, ignoring: field.ignored)
    return names.id(field.isReplaced ? text + Array(FieldNames.replacedMark.utf8) : text)
  }

  private func selection(_ place: PlanPlace, _ type: String) -> PlanSelection {
    let key = PlanSelection.Key(sets: place.sets, type: type)
    if let known = shared.selections[key],
      known.learnedVersion == nil || known.learnedVersion == learned.version
    {
      return known
    }
    var found = Collection()
    for set in place.sets {
      found.conditions.insert(document.sets[set].type)
      collect(set, type, &found)
    }
    let fields = found.order.compactMap { key in
      found.groups[key].map { field($0, in: type, found.conditions) }
    }
    let isKnown = types.isObject(type) || place === root
    let selection = PlanSelection(
      fields, keyNames: keyFields(of: type, found.conditions), learnedVersion: isKnown ? nil : learned.version
    )
    // The shapes of shared places are made once.
    if place.places === own, !found.usesVariables { shared.selections[key] = selection }
    return selection
  }

  private func field(_ group: Group, in type: String, _ conditions: Set<String>) -> PlanSelection.Field {
    let (node, sets) = (group.node, group.sets)
    let rule = sets.isEmpty ? nil : rules.entry(of: node.name, in: type, conditions, types)
    let isMerged = rule?.merge != nil
    // The field may have been selected on an interface; the table lists it only there.
    let isConnection = !isMerged && sets.first.map { types.isConnection(document.sets[$0].type) } ?? false
    var field = PlanSelection.Field(
      prefix: Array("\"\(node.key)\":".utf8), node: node, sets: sets, isConnection: isConnection,
      isReplaced: !isMerged && !sets.isEmpty && types.isReplaced(node.name, in: type), rule: rule,
      maxAge: types.maxAge(of: node.name, in: type), lookup: types.lookup(of: node.name, in: type))
    if !node.usesVariables { field.id = id(of: field) }
    return field
  }

  /// The objects that a field's arguments identify. For an interface or union, every type known at compile time is a candidate; an object
  /// of another type has to be fetched.
  private func lookup(_ lookup: TypeTable.Lookup, _ field: PlanSelection.Field) -> PlanLookup? {
    guard let set = field.sets.first else { return nil }
    let result = document.sets[set].type
    let possible = types.entries[result]?.possibleTypes?.sorted() ?? (result.isEmpty ? [] : [result])
    let known = possible.filter { (types.entries[$0]?.keys ?? types.commonKeys).count == lookup.paths.count }
    return PlanLookup(lookup, arguments.values(of: field.node), types: known)
  }

  /// The key fields of a type. A type unknown at compile time uses those of an interface it implements.
  private func keyFields(of type: String, _ conditions: Set<String>) -> [String] {
    if let keys = types.entries[type]?.keys { return keys }
    if !types.isObject(type) {
      for condition in conditions.sorted() {
        if let keys = types.entries[condition]?.keys { return keys }
      }
    }
    return types.commonKeys
  }

  private func place(_ sets: [Int]) -> PlanPlace {
    let places = sets.contains { document.sets[$0].usesVariables } ? own : shared
    if let known = places.places[sets] { return known }
    let type = sets.lazy.map { self.document.sets[$0].type }.first { self.types.isObject($0) }
    let place = PlanPlace(sets, type: type, places)
    places.places[sets] = place
    return place
  }
}
