import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Checks the names of cases and the accessors of enumerations.
extension MeaningCheck {
  /// Whether the conditions that a case is named after hold for the object that became it, and so what accessors say of it.
  func checkCase(of read: ProgramReader.Read) throws {
    guard let (index, _) = read.chosen, !isTakenForAnother(read) else { return }
    let value = read.type.cases[index]
    func holds(_ type: TypeID) -> Bool {
      collector.schema.possible(program.schema.name(type)).contains(read.object.type)
    }
    let isRight =
      value.isAlternative && !value.conditions.isEmpty
      ? value.conditions.contains(where: holds) : value.conditions.allSatisfy(holds)
    if !isRight || !value.held.allSatisfy(holds) {
      throw Difference(
        message:
          "\(read.object.type) became the case \(read.type.cases[index].swiftName) of \(read.type.path)")
    }
  }

  /// Whether an enumeration answers for each fragment that is spread at its place and that the case at hand has.
  func checkAccessors(of read: ProgramReader.Read, _ sets: [NodeID]) throws {
    guard let (index, payload) = read.chosen else { return }
    let name = read.type.cases[index].swiftName
    var all = Set(program.fragments.map(\.node))
    all.formUnion(payload.type.fragmentProperties.map(\.definition))
    let spread = collector.collect(sets, read.object.type, unfollowed: all)
    let applying = spread.fragments.map { ($0, false) } + spread.deferred.map { ($0, true) }
    for (definition, isPart) in applying {
      func isMeant(_ fragment: FragmentProperty) -> Bool {
        fragment.definition == definition && fragment.isDeferred == isPart
      }
      let own = isPart ? nil : program.fragments.first { $0.node == definition }?.ownProtocol
      func conforms(_ type: ResponseType) -> Bool {
        program.conformances[type].contains { $0.fragment === own }
      }
      let isProperty = payload.type.fragmentProperties.contains(where: isMeant)
      if !isProperty, !conforms(payload.type) { continue }
      if read.type.fragmentProperties.contains(where: isMeant) || conforms(read.type) { continue }
      let isAnswered = read.type.accessors.contains { accessor in
        guard case .fragment(definition, _) = accessor.result, accessor.cases.contains(name) else {
          return false
        }
        return accessor.properties[name].map(isMeant) ?? !isProperty
      }
      if !isAnswered {
        throw Difference(
          message:
            "\(read.type.path) has no property for what its case \(name) has of \(program.tree.name(definition))"
        )
      }
    }
  }
}
