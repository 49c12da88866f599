import ApusSyntax

/// The types that Swift finds as members of a generated type, in its body and in the bodies within.
extension Program {
  /// The names of the types that are declared in a response type: nested types, aliases, unions, and families of choices.
  package func nestedNames(of type: ObjectType) -> [String] {
    switch type {
    case .declared(let type):
      type.members.map(\.name) + conformances.unions(in: type).map(\.name)
        + conformances.families(of: type).map(\.choice.sharedName)
    case .union(let union): conformances.unions(in: union).map(\.name)
    }
  }

  /// The associated types that a response type has by its conformances.
  package func associatedTypes(of type: ObjectType) -> [AssociatedType] {
    let found =
      switch type {
      case .declared(let type): conformances[type]
      case .union(let union): conformances[union]
      }
    return found.flatMap { associatedTypes(of: $0.fragment) }
  }

  /// The associated types that a protocol declares or inherits.
  package func associatedTypes(of fragment: FragmentProtocol) -> [AssociatedType] {
    var result = fragment.allRequirements.compactMap { key, requirement in
      requirement.associatedType.map { AssociatedType(name: $0, key: key) }
    }
    if let choice = fragment.choice { result.append(AssociatedType(name: choice.typesName, key: 0)) }
    return result
  }
}

/// An associated type of a fragment's protocol.
package struct AssociatedType {
  package var name: String
  /// The response key; 0 for the types of a choice.
  var key: NameID
}
