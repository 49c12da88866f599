import ApusDocuments
import ApusSyntax

/// Fragments that tell shapes of the same fields apart. Their own text says so: modules that share a fragment must agree.
struct DistinguishingFragments {
  /// Those in which variables have a say, and those that spread them: a type may have to hold them as properties, which another
  /// type of the same fields does not.
  var variable: Set<NodeID> = []
  /// Those that have no field to show that they apply: on an object type, since of an interface or union there is a `__typename`.
  private(set) var fieldless: Set<NodeID> = []

  mutating func findFieldless(_ fragments: [NodeID], _ documents: DocumentIndex, _ guards: GuardTable) {
    let tree = documents.tree
    for fragment in fragments {
      guard let set = documents.selectionSet(fragment),
        !documents.schema.types[Int(documents.parentType(set))].isAbstract
      else { continue }
      let hasField = tree.children(set, .field).contains { guards.directives(of: $0, in: tree) != .never }
      if !hasField { fieldless.insert(fragment) }
    }
  }

  /// Those of some fragments, in order.
  func among(_ fragments: [NodeID]) -> [NodeID] {
    if variable.isEmpty, fieldless.isEmpty { return [] }
    return fragments.filter { variable.contains($0) || fieldless.contains($0) }.sorted()
  }
}
