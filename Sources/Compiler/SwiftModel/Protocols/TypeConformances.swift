/// The conformances of types to fragments' protocols, and the types that these need.
package struct TypeConformances {
  private var conformances: [ObjectIdentifier: [Conformance]] = [:]
  private var typesByFragment: [ObjectIdentifier: [ObjectType]] = [:]
  private var unions: [ObjectIdentifier: [CaseUnion]] = [:]
  private var families: [ObjectIdentifier: [SharedFamily]] = [:]

  package subscript(_ type: DeclaredType) -> [Conformance] { conformances[ObjectIdentifier(type)] ?? [] }
  package subscript(_ union: CaseUnion) -> [Conformance] { conformances[ObjectIdentifier(union)] ?? [] }

  /// The types that conform to a fragment's protocol.
  package func types(conformingTo fragment: FragmentProtocol) -> [ObjectType] {
    typesByFragment[ObjectIdentifier(fragment)] ?? []
  }

  /// The unions declared in a type: those of its fields, then those that answer fragments' choices.
  package func unions(in type: DeclaredType) -> [CaseUnion] {
    type.unions + (unions[ObjectIdentifier(type)] ?? [])
  }

  package func unions(in union: CaseUnion) -> [CaseUnion] {
    union.unions + (unions[ObjectIdentifier(union)] ?? [])
  }

  func unions(in type: ObjectType) -> [CaseUnion] {
    switch type {
    case .declared(let type): unions(in: type)
    case .union(let union): unions(in: union)
    }
  }

  /// The aliases in an enumeration by which its payloads name the types of a fragment's choice.
  package func families(of type: DeclaredType) -> [SharedFamily] { families[ObjectIdentifier(type)] ?? [] }

  // MARK: - Finding

  mutating func add(_ conformance: Conformance, to type: ObjectType) {
    conformances[type.id, default: []].append(conformance)
    typesByFragment[ObjectIdentifier(conformance.fragment), default: []].append(type)
  }

  mutating func add(_ union: CaseUnion, to type: ObjectType) { unions[type.id, default: []].append(union) }

  /// Adds a family to an enumeration, for some of its payloads' conformances.
  mutating func add(
    _ family: SharedFamily, to type: DeclaredType, for users: [(payload: DeclaredType, conformance: Int)]
  ) {
    families[ObjectIdentifier(type), default: []].append(family)
    for user in users {
      conformances[ObjectIdentifier(user.payload)]?[user.conformance].choice?.shared =
        "\(type.path).\(family.choice.sharedName)"
    }
  }
}
