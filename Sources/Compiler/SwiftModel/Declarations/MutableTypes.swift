import ApusSyntax
import ApusShapes

/// The types whose properties can be set for `@apus(mutable: true)`: those of the operations and fragments that say so, with all that they
/// hold. Nothing else is emitted for it.
struct MutableTypes {
  private(set) var types: Set<ObjectIdentifier> = []
  private var fragments: [NodeID: DeclaredType] = [:]

  init(_ operations: [Operation], _ fragments: [Fragment], _ directives: ApusDirectives) {
    let isMarked: (NodeID) -> Bool = { directives.places[$0]?.isMutable ?? false }
    guard directives.places.values.contains(where: \.isMutable) else { return }
    for fragment in fragments { self.fragments[fragment.node] = fragment.data.type }
    for fragment in fragments where isMarked(fragment.node) { visit(fragment.data.type) }
    for operation in operations where isMarked(operation.node) { visit(operation.data.type) }
  }

  private mutating func visit(_ type: DeclaredType) {
    guard types.insert(ObjectIdentifier(type)).inserted else { return }
    for member in type.members { visit(member.type) }
    for item in type.cases { visit(item.payload) }
    for property in type.properties { if let object = property.object { visit(object) } }
    for fragment in type.conditionalFragments {
      if let type = fragments[fragment.definition] { visit(type) }
    }
    for union in type.unions { visit(.union(union)) }
  }

  private mutating func visit(_ object: ObjectType) {
    switch object {
    case .declared(let type): visit(type)
    case .union(let union): for item in union.cases { visit(item.object) }
    }
  }
}
