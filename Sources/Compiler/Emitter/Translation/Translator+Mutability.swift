import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Decides which properties are mutable, if the configuration or `@apus` requests it.
extension Translator {
  /// Whether a shared property can be set through an enum of types.
  ///
  /// - Parameter property: the enum's own. Values whose type differs by case cannot be assigned.
  func isSettable(_ property: Property, in cases: [TypeCase]) -> Bool {
    if property.object?.isUnion == true { return false }
    return property.field.isAssignable && cases.allSatisfy { isSettable(property.field.key, in: $0.payload) }
  }

  func isMutable(_ type: ResponseType) -> Bool { options.hasMutableProperties || type.isMutable }

  private func isSettable(_ key: NameID, in type: ResponseType) -> Bool {
    guard let property = type.property(key) else { return false }
    return type.cases.isEmpty
      ? isMutable(type) && !isConstant(property, in: type) : isSettable(property, in: type.cases)
  }

  /// Whether a fragment's protocol can require a setter, because every conforming type has one. Only internal protocols do: other modules
  /// may have types without it.
  func requiresSetter(_ fragment: FragmentProtocol, _ key: NameID) -> Bool {
    options.hasMutableProperties && options.accessLevel == .internal
      && program.conformances.types(conformingTo: fragment).allSatisfy { isSettable(key, in: $0) }
  }
}
