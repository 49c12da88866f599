import ApusIR
import ApusSchema
import ApusSyntax

/// Which properties can be set, where the configuration or `@apus` asks for mutable ones.
extension Translator {
  /// Whether a property that several types share can be set through the enumeration of them.
  ///
  /// - Parameter object: what the enumeration's own property holds: types that differ by case cannot be put back.
  func isSettable(_ key: NameID, in objects: [ObjectType], _ object: ObjectType?) -> Bool {
    if case .union? = object { return false }
    return objects.allSatisfy { isSettable(key, in: $0) }
  }

  /// Whether the properties of a type can be set.
  func isMutable(_ type: DeclaredType) -> Bool {
    options.hasMutableProperties || program.mutableTypes.contains(ObjectIdentifier(type))
  }

  /// Whether a type's property can be set.
  private func isSettable(_ key: NameID, in type: ObjectType) -> Bool {
    guard let property = type.properties.first(where: { $0.field.key == key }) else { return false }
    switch type {
    case .declared(let declared) where declared.cases.isEmpty:
      return isMutable(declared) && !isConstant(property, in: declared)
    case .declared(let declared):
      return isSettable(key, in: declared.cases.map { .declared($0.payload) }, property.object)
    case .union(let union): return isSettable(key, in: union.cases.map(\.object), property.object)
    }
  }

  /// Whether a fragment's protocol can ask for a setter: every type that conforms has one. Modules above may have types that
  /// have not, so that only internal protocols ask.
  func requiresSetter(_ fragment: FragmentProtocol, _ key: NameID) -> Bool {
    options.hasMutableProperties && options.accessLevel == .internal
      && (conformingTypes.types[ObjectIdentifier(fragment)] ?? []).allSatisfy { isSettable(key, in: $0) }
  }
}

/// The types that conform to each fragment's protocol.
struct ConformingTypes {
  private(set) var types: [ObjectIdentifier: [ObjectType]] = [:]

  init(_ program: Program?) {
    guard let program else { return }
    for operation in program.operations { visit(operation.data) }
    for fragment in program.fragments { visit(fragment.data) }
  }

  private mutating func visit(_ member: Member) {
    guard case .type(let type) = member else { return }
    add(.declared(type), type.conformances)
    for union in type.unions { visit(union) }
    for inner in type.members { visit(inner) }
  }

  private mutating func visit(_ union: SharedUnion) {
    add(.union(union), union.conformances)
    for inner in union.unions { visit(inner) }
  }

  private mutating func add(_ type: ObjectType, _ conformances: [Conformance]) {
    for conformance in conformances {
      types[ObjectIdentifier(conformance.fragment), default: []].append(type)
    }
  }
}
