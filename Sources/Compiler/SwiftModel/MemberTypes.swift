import ApusSyntax
import ApusShapes

/// The types that Swift finds as members of a generated type, in its body and in the bodies of its nested types.
extension Program {
  /// The associated types that a response type has because of its conformances, including those of inherited protocols.
  package func associatedTypes(of type: ResponseType) -> [AssociatedType] {
    conformances[type].flatMap { $0.fragment.ownAssociatedTypes }
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
    let module = shape.module
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
