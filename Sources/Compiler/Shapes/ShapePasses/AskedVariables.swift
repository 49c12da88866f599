import ApusDocuments
import ApusSyntax

/// Finds the variables that reading an operation's response depends on: those in the guards of its types, and those that it passes to fragments.
package struct AskedVariables {
  private let guards: GuardTable
  private let conformances: FragmentConformances
  private var known: [ShapeID: Set<NameID>] = [:]

  package init(_ conformances: FragmentConformances, _ guards: GuardTable) {
    self.guards = guards
    self.conformances = conformances
  }

  /// The variables that reading a shape depends on.
  package mutating func variables(of root: Shape) -> Set<NameID> {
    if !guards.hasVariables { return [] }
    if let known = known[root.id] { return known }
    var found: Set<NameID> = []
    var seen: Set<ShapeID> = []
    var pending = [root]
    while let shape = pending.popLast() {
      guard seen.insert(shape.id).inserted else { continue }
      for field in shape.fields {
        found.formUnion(variables(of: field.condition))
        for passed in field.passed { if case .variable(let name) = passed.value { found.insert(name) } }
      }
      for property in shape.fragmentFields { found.formUnion(variables(of: property.condition)) }
      pending += conformances.propertyShapes(of: shape)
      pending += shape.inner
    }
    known[root.id] = found
    return found
  }

  private func variables(of condition: Guard) -> [NameID] {
    if condition == .always || condition == .mixed { return [] }
    return guards.atoms(of: condition).compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }
}
