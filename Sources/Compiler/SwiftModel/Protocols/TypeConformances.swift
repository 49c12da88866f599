/// The conformances of types to the protocols of fragments.
///
/// They are not stored in the types, because protocols refer to types: references in both directions would never be released.
package struct TypeConformances {
  private var conformances: [ObjectIdentifier: [Conformance]] = [:]
  private var typesByFragment: [ObjectIdentifier: [ResponseType]] = [:]

  package internal(set) subscript(_ type: ResponseType) -> [Conformance] {
    get { conformances[ObjectIdentifier(type)] ?? [] }
    set { conformances[ObjectIdentifier(type)] = newValue }
  }

  /// The types that conform to a fragment's protocol.
  package func types(conformingTo fragment: FragmentProtocol) -> [ResponseType] {
    typesByFragment[ObjectIdentifier(fragment)] ?? []
  }

  mutating func add(_ conformance: Conformance, to type: ResponseType) {
    conformances[ObjectIdentifier(type), default: []].append(conformance)
    typesByFragment[ObjectIdentifier(conformance.fragment), default: []].append(type)
  }
}
