import ApusDocuments
import ApusSyntax

/// The variables that an operation's response has to show: those that the guards of its types ask.
///
/// Each has two markers at the root, `__if_x: __typename @include(if: $x)` and `__unless_x: __typename @skip(if: $x)`, of which
/// a response has one. So what they say is known without a look at the whole response, and what no server sent, which has
/// neither, is told from what one did.
struct VariableMarkers {
  private let guards: GuardTable
  private let fragments: [NodeID: Shape]
  private var known: [ShapeID: Set<NameID>] = [:]
  private var isNeeded = false

  init(_ shapes: [Shape], _ fragments: [NodeID: Shape], _ guards: GuardTable) {
    self.guards = guards
    self.fragments = fragments
    for shape in shapes where !shape.fragmentProperties.isEmpty { isNeeded = true }
    for shape in shapes where !isNeeded {
      isNeeded = shape.fields.contains { if case .when = $0.presence { true } else { false } }
    }
  }

  /// The variables that what is read at a shape asks.
  mutating func variables(of root: Shape) -> Set<NameID> {
    if !isNeeded { return [] }
    if let known = known[root.id] { return known }
    var found: Set<NameID> = []
    var seen: Set<ShapeID> = []
    var pending = [root]
    while let shape = pending.popLast() {
      guard seen.insert(shape.id).inserted else { continue }
      for field in shape.fields {
        if case .when(let condition) = field.presence { found.formUnion(variables(of: condition)) }
      }
      for property in shape.fragmentProperties {
        found.formUnion(variables(of: property.condition))
        if let fragment = fragments[property.fragment] { pending.append(fragment) }
      }
      pending += shape.inner
    }
    known[root.id] = found
    return found
  }

  private func variables(of condition: Guard) -> [NameID] {
    guards.atoms(of: condition).compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }
}
