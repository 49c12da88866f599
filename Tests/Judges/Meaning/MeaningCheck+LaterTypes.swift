import ApusShapes
import ApusSwiftModel
import ApusSyntax

/// What can be asked of types that the schema gains later.
extension MeaningCheck {
  /// Whether an object's case has all that applies to it: of a type that the schema gains later a case need not.
  func isExact(_ read: ProgramReader.Read, _ sets: [NodeID]) -> Bool {
    let payload = read.payload
    guard collector.schema.isLater(payload.object.type) else { return true }
    if isTakenForAnother(read) { return false }
    let fragments = payload.type.fragmentProperties
    let properties = Set(fragments.filter { $0.isOptional && !$0.isDeferred }.map(\.definition))
    let applied = fields(sets, payload.object.type, properties)
    let deferred = collector.collect(sets, payload.object.type, unfollowed: properties).deferred
    if !deferred.allSatisfy({ part in fragments.contains { $0.definition == part && $0.isDeferred } }) {
      return false
    }
    // By a way that no type of today goes, whatever the case's own are.
    let known = possible(sets).map { Set(collector.collect(sets, $0).fragments) }
    for fragment in collector.collect(sets, payload.object.type).fragments
    where properties.contains(fragment) && !known.contains(where: { $0.contains(fragment) }) {
      return false
    }
    var own: Set<NodeID> = []
    for contribution in payload.type.shape?.contributions ?? [] {
      own.formUnion(collector.tree.children(contribution.selectionSet, .field))
    }
    return applied.isSubset(of: own)
  }

  /// Whether a fragment's view has an object of a type of later in a case that only types of today are of: all that the place can
  /// be today is of that case, so its type says so without a look at the object.
  func isTakenForAnother(_ read: ProgramReader.Read) -> Bool {
    guard let (index, _) = read.chosen, collector.schema.isLater(read.object.type) else { return false }
    return !read.type.cases[index].acceptsUnknown
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
}
