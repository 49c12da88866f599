import ApusSchema
import ApusSyntax
import ApusShapes

/// Declares the conformances that ``ConformanceSolver`` found: those of the declared types and of the types within them, with what they need
/// for it.
struct ConformanceDeclarations {
  private let builder: ProtocolBuilder
  private var solver: ConformanceSolver
  private(set) var conformances = TypeConformances()
  private var known: Set<Pair> = []
  /// By type the places of its properties by response key, where there are many.
  private var indicesByKey: [ObjectIdentifier: [NameID: Int]] = [:]

  private struct Pair: Hashable {
    var type: ObjectIdentifier
    var fragment: ObjectIdentifier
  }

  init(_ builder: ProtocolBuilder, _ solver: ConformanceSolver) {
    self.builder = builder
    self.solver = solver
  }

  /// Names that types in the definition at hand leave alone.
  private var outerNames = TakenNames()

  /// Finds the conformances of a definition's type and all types within it.
  mutating func visit(_ type: DeclaredType, avoiding outerNames: TakenNames) {
    self.outerNames = outerNames
    visit(type)
  }

  private mutating func visit(_ type: DeclaredType) {
    if let own = builder.protocols[type.shape.id], solver.conforms(type.shape, to: type.shape) {
      conform(.declared(type), to: own)
    }
    for fragment in type.fragments {
      guard let result = builder.fragments[fragment] else { continue }
      if type.answeredFragments.contains(fragment) { continue }
      conform(.declared(type), to: result)
    }
    for member in type.members {
      guard case .type(let inner) = member else { continue }
      visit(inner)
    }
    for union in type.unions { visit(union, in: type) }
    shareFamilies(of: type)
  }

  /// A union conforms to what all its types conform to. Those of an enumeration's cases need not where the enumeration conforms itself.
  private mutating func visit(_ union: CaseUnion, in type: DeclaredType? = nil) {
    let payloads = type?.cases.map { ObjectIdentifier($0.payload) } ?? []
    let isOfCases = union.cases.allSatisfy { payloads.contains($0.object.id) }
    for fragment in ObjectType.union(union).fragments
    where !isOfCases || type?.fragments.contains(fragment) != true {
      if let result = builder.fragments[fragment] { conform(.union(union), to: result) }
    }
    for inner in union.unions { visit(inner) }
  }

  /// Gives an enumeration one alias for the families of its payloads where these answer the same choice: a family of its own for
  /// each would name every case in each.
  private mutating func shareFamilies(of type: DeclaredType) {
    let payloads = type.members.compactMap { member -> DeclaredType? in
      guard case .type(let inner) = member, inner.cases.isEmpty,
        type.cases.contains(where: { $0.payload === inner })
      else { return nil }
      return inner
    }
    var families: [SharedFamily] = []
    var members: [[(payload: DeclaredType, conformance: Int)]] = []
    var places: [ObjectIdentifier: Int] = [:]
    var held: [Set<Int>] = []
    for payload in payloads {
      for (index, conformance) in conformances[payload].enumerated() {
        guard let choice = conformance.fragment.choice, let witness = conformance.choice,
          let answer = witness.answers.first, answer.outer.isEmpty
        else { continue }
        let id = ObjectIdentifier(conformance.fragment)
        let place = places[id] ?? families.count
        if place == families.count {
          places[id] = place
          families.append(SharedFamily(choice: choice, types: choice.cases.map(\.own.payload.path)))
          members.append([])
          held.append([])
        }
        if let inner = answer.inner, let own = choice.cases.firstIndex(where: { $0.swiftName == inner }) {
          // Only one payload can be a case's type in the family; another that is the same case keeps its own.
          guard held[place].insert(own).inserted else { continue }
          families[place].types[own] = witness.types[own]
        }
        members[place].append((payload, index))
      }
    }
    for (family, users) in zip(families, members) where users.count > 1 {
      conformances.add(family, to: type, for: users)
    }
  }

  /// Makes a type conform, with the types of its fields.
  private mutating func conform(_ type: ObjectType, to fragment: FragmentProtocol) {
    guard known.insert(Pair(type: type.id, fragment: ObjectIdentifier(fragment))).inserted else { return }
    for parent in fragment.parents { conform(type, to: parent) }
    let properties = type.properties
    for requirement in fragment.requirements {
      if let bound = requirement.bound {
        conform(properties, requirement.property.field.key, of: type, to: bound)
      }
    }
    for refinement in fragment.refinements {
      conform(properties, refinement.key, of: type, to: refinement.bound)
    }
    conformances.add(
      Conformance(fragment: fragment, choice: fragment.choice.map { witness(type, $0) }), to: type)
  }

  private mutating func conform(
    _ properties: [Property], _ key: NameID, of type: ObjectType, to bound: FragmentProtocol
  ) {
    guard let index = index(of: key, in: properties, type), let object = properties[index].object else {
      return
    }
    conform(object, to: bound)
  }

  /// The type's property with that response key.
  private mutating func index(of key: NameID, in properties: [Property], _ type: ObjectType) -> Int? {
    if properties.count <= ConformanceDeclarations.fewProperties {
      for index in properties.indices where properties[index].field.key == key { return index }
      return nil
    }
    // An object may have thousands, and include hundreds of fragments.
    if let known = indicesByKey[type.id] { return known[key] }
    var indices: [NameID: Int] = [:]
    for index in properties.indices.reversed() { indices[properties[index].field.key] = index }
    indicesByKey[type.id] = indices
    return indices[key]
  }

  private static let fewProperties = 16

  // MARK: - Choices

  /// The types that a type gives to a choice.
  private mutating func witness(_ type: ObjectType, _ choice: FragmentProtocol.Choice) -> ChoiceWitness {
    let payloads = payloads(of: type)
    let inner = payloads.map { choice.index(of: $0.type.shape, $0.types) }
    var membersByCase = [[Payload]](repeating: [], count: choice.cases.count)
    for (payload, index) in zip(payloads, inner) {
      if let index { membersByCase[index].append(payload) }
    }
    var types: [String] = []
    var unions: [Int: CaseUnion] = [:]
    for (index, value) in choice.cases.enumerated() {
      let members = membersByCase[index]
      let object: ObjectType
      if let only = members.first, members.allSatisfy({ $0.type === only.type }) {
        object = .declared(only.type)
      } else if members.isEmpty {
        object = .declared(value.own.payload)
      } else {
        // Several cases of this type are one of the fragment's: a union of their payloads stands for them.
        let name = unionName(of: value, choice, in: type)
        let union = CaseUnion(
          subject: choice.getterName, name: name, path: "\(type.path).\(name)",
          members.map { ($0.name, .declared($0.type)) }, avoiding: outerNames)
        conformances.add(union, to: type)
        unions[index] = union
        object = .union(union)
      }
      conform(object, to: value.bound)
      types.append(object.path)
    }
    return ChoiceWitness(
      types: types,
      answers: zip(payloads, inner).map { payload, index in
        ChoiceWitness.Answer(
          outer: payload.cases, inner: index.map { choice.cases[$0].swiftName },
          union: index.flatMap { unions[$0] }.map { $0.caseName(for: payload.name) })
      })
  }

  /// A name for a union that no other type within `type` has.
  private func unionName(
    of value: FragmentProtocol.Choice.Case, _ choice: FragmentProtocol.Choice, in type: ObjectType
  ) -> String {
    var taken = conformances.unions(in: type).map(\.name)
    if case .declared(let type) = type { taken += type.members.map(\.name) }
    var scope = NameScope(outer: outerNames, taken: TakenNames(taken))
    return scope.claim(choice.unionName(of: value), suffix: "_")
  }

  /// A struct that a type holds in one of its cases, or is.
  private struct Payload {
    var type: DeclaredType
    /// The cases that lead to it, from outside in: a union's cases may be enumerations.
    var cases: [String]
    /// The object types that it is known to be of.
    var types: [TypeID] = []

    /// The case's name in a union of payloads.
    var name: String {
      cases.dropFirst().reduce(cases.first ?? "") { $0 + SwiftNames.capitalized($1) }
    }
  }

  private func payloads(of type: ObjectType) -> [Payload] {
    switch type {
    case .declared(let type) where type.cases.isEmpty:
      [Payload(type: type, cases: [], types: type.objectTypes)]
    case .declared(let type):
      type.cases.map { Payload(type: $0.payload, cases: [$0.swiftName], types: $0.value.types) }
    case .union(let union):
      union.cases.flatMap { value in
        payloads(of: value.object).map {
          Payload(type: $0.type, cases: [value.swiftName] + $0.cases, types: $0.types)
        }
      }
    }
  }
}
