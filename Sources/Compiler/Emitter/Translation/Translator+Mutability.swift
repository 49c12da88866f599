import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Decides which properties can be set, if the configuration or `@apus(mutable: true)` requests it.
extension Translator {
  /// Whether a property that an enum's cases share gets a setter, which sets it in the current case.
  ///
  /// - Parameter property: the enum's property. It cannot be set if its type is a union, because a value of another case would not fit.
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

  /// Whether a fragment's protocol requires `{ get set }` for a property, because all conforming types can set it. Only internal protocols do: other
  /// modules may have conforming types that cannot.
  func requiresSetter(_ fragment: FragmentProtocol, _ key: NameID) -> Bool {
    options.hasMutableProperties && options.accessLevel == .internal
      && program.conformances.types(conformingTo: fragment).allSatisfy { isSettable(key, in: $0) }
  }
}
