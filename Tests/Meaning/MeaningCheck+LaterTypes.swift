import ApusIR
import ApusSyntax

/// What can be asked of types that the schema gains later.
extension MeaningCheck {
  /// Whether an object's case has all that applies to it: of a type that the schema gains later a case need not.
  func isExact(_ read: ProgramReader.Read, _ sets: [NodeID]) -> Bool {
    let payload = read.payload
    guard collector.schema.isLater(payload.object.type) else { return true }
    if isTakenForAnother(read) { return false }
    let fragments = payload.type.conditionalFragments
    let properties = Set(fragments.filter { $0.isOptional && $0.part == nil }.map(\.definition))
    let applied = fields(sets, payload.object.type, properties)
    let deferred = collector.collect(sets, payload.object.type, unfollowed: properties).deferred
    if !deferred.allSatisfy({ part in fragments.contains { $0.definition == part && $0.part != nil } }) {
      return false
    }
    // By a way that no type of today goes, whatever the case's own are.
    let known = possible(sets).map { Set(collector.collect(sets, $0).fragments) }
    for fragment in collector.collect(sets, payload.object.type).fragments
    where properties.contains(fragment) && !known.contains(where: { $0.contains(fragment) }) {
      return false
    }
    var own: Set<NodeID> = []
    for contribution in payload.type.shape.contributions {
      own.formUnion(collector.tree.children(contribution.selectionSet, .field))
    }
    return applied.isSubset(of: own)
  }

  /// Whether a fragment's view has an object of a type of later in a case that only types of today are of: all that the place can
  /// be today is of that case, so its type says so without a look at the object.
  private func isTakenForAnother(_ read: ProgramReader.Read) -> Bool {
    guard let (index, _) = read.chosen, collector.schema.isLater(read.object.type) else { return false }
    return !read.type.cases[index].value.acceptsUnknown
  }

  /// The same of any object in a view.
  func holdsOneTakenForAnother(_ read: ProgramReader.Read) -> Bool {
    isTakenForAnother(read) || read.payload.fields.contains(where: holdsOneTakenForAnother)
  }

  private func holdsOneTakenForAnother(_ value: ProgramReader.ReadValue?) -> Bool {
    switch value {
    case .object(let read)?: holdsOneTakenForAnother(read)
    case .list(let elements)?: elements.contains { holdsOneTakenForAnother($0) }
    default: false
    }
  }

  /// The field nodes that apply to a type, for some variables.
  private func fields(_ sets: [NodeID], _ type: String, _ unfollowed: Set<NodeID>) -> Set<NodeID> {
    var collector = collector
    collector.ignoresVariables = true
    return Set(collector.collect(sets, type, unfollowed: unfollowed).groups.flatMap(\.fields))
  }

  /// Whether a response keeps what the compiled code relies on: where every type of today that can be at a place is a `Pet`,
  /// `... on Pet` is no condition there, and a type of later must be one.
  func isForeseeable(_ object: MeaningObject, _ sets: [NodeID]) -> Bool {
    if collector.schema.isLater(object.type) {
      let known = possible(sets)
      if sets.contains(where: { !keepsConditions($0, object.type, known) }) { return false }
    }
    var collector = collector
    collector.ignoresVariables = true
    collector.entersDeferred = true
    for group in collector.collect(sets, object.type).groups {
      guard let value = object[group.key] else { continue }
      if !isForeseeable(value, group.fields.compactMap { collector.tree.child($0, .selectionSet) }) {
        return false
      }
    }
    return true
  }

  private func isForeseeable(_ value: MeaningValue, _ sets: [NodeID]) -> Bool {
    switch value {
    case .null, .failed, .text: true
    case .list(let elements): elements.allSatisfy { isForeseeable($0, sets) }
    case .object(let object): isForeseeable(object, sets)
    }
  }

  /// The types of today that what selects a place says it can be.
  private func possible(_ sets: [NodeID]) -> Set<String> {
    var result: Set<String>?
    for set in sets {
      let type = program.schema.name(program.documents.parentType(set))
      let declared = collector.schema.possible(type).filter { !collector.schema.isLater($0) }
      let narrowed = result.map { $0.intersection(declared) } ?? declared
      if result == nil || !narrowed.isEmpty { result = narrowed }
    }
    return result ?? []
  }

  /// A fragment's type reads the object by itself, wherever the fragment is spread.
  ///
  /// - Parameter known: the types of today to which the set applies.
  private func keepsConditions(_ set: NodeID, _ type: String, _ known: Set<String>) -> Bool {
    let tree = collector.tree
    for selection in tree.children(set) {
      let definition: NodeID
      switch tree.kind(selection) {
      case .inlineFragment: definition = selection
      case .fragmentSpread:
        guard let fragment = collector.fragment(ofSpread: selection) else { continue }
        definition = fragment
      default: continue
      }
      var left = known
      if let condition = tree.child(definition, .namedType) {
        let name = tree.name(condition)
        let possible = collector.schema.possible(name)
        left.formIntersection(possible)
        if !possible.contains(type) {
          if !known.isEmpty, left == known, collector.schema.isAbstract(name) { return false }
          continue
        }
      }
      let inner = collector.set(definition)
      if !keepsConditions(inner, type, left) { return false }
      if tree.kind(selection) == .fragmentSpread, !keepsConditions(inner, type, possible([inner])) {
        return false
      }
    }
    return true
  }
}
