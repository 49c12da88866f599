import ApusSyntax
import ApusShapes

/// The types that Swift finds as members of a generated type, in its body and in the bodies of its nested types.
extension Program {
  /// The names of the types declared in a response type: nested types, aliases, unions, and families of choices.
  package func nestedNames(of type: ObjectType) -> [String] {
    switch type {
    case .declared(let type):
      type.members.map(\.name) + conformances.unions(in: type).map(\.name)
        + conformances.families(of: type).map(\.choice.sharedName)
    case .union(let union): conformances.unions(in: union).map(\.name)
    }
  }

  /// The associated types that a response type has because of its conformances, including those of inherited protocols.
  package func associatedTypes(of type: ObjectType) -> [AssociatedType] {
    let found =
      switch type {
      case .declared(let type): conformances[type]
      case .union(let union): conformances[union]
      }
    return found.flatMap { $0.fragment.ownAssociatedTypes }
  }

  /// The associated types that a protocol declares or inherits.
  func associatedTypes(of fragment: FragmentProtocol) -> [AssociatedType] {
    var result: [AssociatedType] = []
    var seen: Set<ObjectIdentifier> = []
    var pending = [fragment]
    while let next = pending.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      result += next.ownAssociatedTypes
      pending += next.parents
    }
    return result
  }
}

extension FragmentProtocol {
  /// The associated types that the protocol declares.
  fileprivate var ownAssociatedTypes: [AssociatedType] {
    let module = data.shape.module
    var result = requirements.compactMap { requirement in
      requirement.associatedType.map {
        AssociatedType(name: $0, key: requirement.property.field.key, module: module)
      }
    }
    if let choice { result.append(AssociatedType(name: choice.typesName, key: 0, module: module)) }
    return result
  }
}

/// An associated type of a fragment's protocol.
package struct AssociatedType {
  package var name: String
  /// The response key, or 0 for the types of a choice.
  var key: NameID
  /// The number of the module that declares it.
  var module: Int
}
