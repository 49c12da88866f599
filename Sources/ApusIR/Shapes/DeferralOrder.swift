import ApusSyntax

/// In which order a type asks the spreads that defer a fragment whether it failed.
///
/// A type writes the errors under the first of them. Were that one a spread that another property of the type knows as well, it would
/// read the errors back as its own: so those come last.
struct DeferralOrder {
  private let shapes: [NodeID: Shape]
  private var known: [NodeID: Set<NodeID>] = [:]

  /// - Parameter shapes: those of fragments, and of deferred inline fragments.
  init(_ shapes: [NodeID: Shape]) { self.shapes = shapes }

  mutating func settle(_ shape: Shape) {
    for index in shape.fragmentProperties.indices {
      let property = shape.fragmentProperties[index]
      if property.deferredBy.count < 2 { continue }
      var others: Set<NodeID> = []
      for other in shape.fragmentProperties where !other.isSame(as: property) {
        others.formUnion(spreads(in: other.fragment))
      }
      let sites = property.deferredBy
      shape.fragmentProperties[index].deferredBy =
        sites.filter { !others.contains($0) } + sites.filter(others.contains)
    }
  }

  /// The spreads that a fragment's type asks, its properties included. Fragments do not spread one another in circles.
  private mutating func spreads(in fragment: NodeID) -> Set<NodeID> {
    if let result = known[fragment] { return result }
    var result: Set<NodeID> = []
    for structure in shapes[fragment]?.structures ?? [] {
      for property in structure.fragmentProperties {
        result.formUnion(property.deferredBy)
        result.formUnion(spreads(in: property.fragment))
      }
    }
    known[fragment] = result
    return result
  }
}
