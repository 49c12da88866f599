import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Decides which properties are mutable, if the configuration or `@apus` requests it.
extension Translator {
  /// Whether a shared property can be set through an enum of types.
  ///
  /// - Parameter property: the enum's own. Values whose type differs by case cannot be assigned.
  func isSettable(_ property: Property, in objects: [ObjectType]) -> Bool {
    if case .union? = property.object { return false }
    return property.field.isAssignable && objects.allSatisfy { isSettable(property.field.key, in: $0) }
  }

  func isMutable(_ type: DeclaredType) -> Bool {
    options.hasMutableProperties || program.mutableTypes.contains(ObjectIdentifier(type))
  }

  private func isSettable(_ key: NameID, in type: ObjectType) -> Bool {
    guard let property = type.properties.first(where: { $0.field.key == key }) else { return false }
    switch type {
    case .declared(let declared) where declared.cases.isEmpty:
      return isMutable(declared) && !isConstant(property, in: declared)
    case .declared(let declared):
      return isSettable(property, in: declared.cases.map { .declared($0.payload) })
    case .union(let union): return isSettable(property, in: union.cases.map(\.object))
    }
  }

  /// Whether a fragment's protocol can require a setter, because every conforming type has one. Only internal protocols do: other modules
  /// may have types without it.
  func requiresSetter(_ fragment: FragmentProtocol, _ key: NameID) -> Bool {
    options.hasMutableProperties && options.accessLevel == .internal
      && program.conformances.types(conformingTo: fragment).allSatisfy { isSettable(key, in: $0) }
  }
}
