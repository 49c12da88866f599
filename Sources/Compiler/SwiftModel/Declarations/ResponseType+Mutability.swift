import ApusSyntax
import ApusShapes

extension ResponseType {
  /// Makes the properties of operations and fragments with `@apus(mutable: true)` settable, and those of all types that occur in them at any depth.
  static func makeMutable(_ operations: [Operation], _ fragments: [Fragment], _ directives: ApusDirectives) {
    let isMarked: (NodeID) -> Bool = { directives.places[$0]?.isMutable ?? false }
    guard directives.places.values.contains(where: \.isMutable) else { return }
    let types = Dictionary(fragments.map { ($0.node, $0.data.type) }, uniquingKeysWith: { first, _ in first })
    for fragment in fragments where isMarked(fragment.node) { fragment.data.type.makeMutable(types) }
    for operation in operations where isMarked(operation.node) { operation.data.type.makeMutable(types) }
  }

  private func makeMutable(_ fragments: [NodeID: ResponseType]) {
    if isMutable { return }
    isMutable = true
    let inner =
      members.map(\.type) + cases.map(\.payload) + properties.compactMap(\.object)
      + fragmentProperties.compactMap { fragments[$0.definition] } + unions
    for type in inner { type.makeMutable(fragments) }
  }
}
