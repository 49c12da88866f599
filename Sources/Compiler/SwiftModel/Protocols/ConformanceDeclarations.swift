import ApusSchema
import ApusSyntax
import ApusShapes

/// Collects the conformances to emit, for each declared type and the types nested in it. ``ConformanceSolver`` has decided which are possible.
///
/// For fragments with type conditions, it also adds the unions and aliases (``CaseFamily``) to which the conforming types' getters refer.
struct ConformanceDeclarations {
  private let builder: ProtocolBuilder
  private var solver: ConformanceSolver
  private(set) var conformances = TypeConformances()
  /// The protocols to which each type's conformances have been collected.
  private var known: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
  /// The indices of a type's properties by response key, for types with many properties.
  private var indicesByKey: [ObjectIdentifier: [NameID: Int]] = [:]

  /// Names that types in the current definition must not have.
  private var outerNames = TakenNames()

  init(
    _ builder: ProtocolBuilder, _ solver: ConformanceSolver, _ operations: [Operation],
    _ avoided: AvoidedNames
  ) {
    self.builder = builder
    self.solver = solver
    for (node, data) in builder.fragments.map({ ($0.node, $0.data) }) + operations.map({ ($0.node, $0.data) })
    {
      guard case .type(let type) = data else { continue }
      outerNames = TakenNames(avoided.types[node] ?? [])
      visit(type)
    }
  }

  private mutating func visit(_ type: ResponseType) {
    if let shape = type.shape, let own = builder.protocols[shape.id], solver.conforms(shape, to: shape) {
      conform(type, to: own)
    }
    for fragment in type.fragments where !type.fragmentsOfEnum.contains(fragment) {
      if let result = builder.ofFragments[fragment] { conform(type, to: result) }
    }
    for member in type.members {
      guard case .type(let inner) = member else { continue }
      visit(inner)
    }
    for union in type.unions { visit(union, in: type) }
    shareFamilies(of: type)
  }

  /// Adds the conformances of a union to the fragments that all its payloads conform to. If these are also payloads of the enclosing enum, the
  /// fragments to which the enum itself conforms are left out.
  private mutating func visit(_ union: ResponseType, in type: ResponseType? = nil) {
    let payloads = type?.cases.map(\.payload) ?? []
    let isOfCases = union.cases.allSatisfy { value in payloads.contains { $0 === value.payload } }
    for fragment in union.fragments where !isOfCases || type?.fragments.contains(fragment) != true {
      if let result = builder.ofFragments[fragment] { conform(union, to: result) }
    }
    for inner in union.unions { visit(inner) }
  }

  /// Adds an alias to an enum for each fragment with type conditions to which several payloads conform (``CaseFamily``). Without it, the getter of
  /// each payload would repeat the types of all cases.
  private mutating func shareFamilies(of type: ResponseType) {
    if type.cases.isEmpty { return }
    let payloads = type.members.compactMap { member -> ResponseType? in
      guard case .type(let inner) = member, inner.cases.isEmpty,
        type.cases.contains(where: { $0.payload === inner })
      else { return nil }
      return inner
    }
    var families: [CaseFamily] = []
    var members: [[(payload: ResponseType, conformance: Int)]] = []
    var places: [ObjectIdentifier: Int] = [:]
    var held: [Set<Int>] = []
    for payload in payloads {
      for (index, conformance) in conformances[payload].enumerated() {
        guard let choice = conformance.fragment.choice, let only = conformance.cases.first,
          only.outer.isEmpty
        else { continue }
        let id = ObjectIdentifier(conformance.fragment)
        let place = places[id] ?? families.count
        if place == families.count {
          places[id] = place
          families.append(
            CaseFamily(
              name: choice.sharedName, familyName: choice.familyName,
              types: choice.cases.map(\.own.payload.path)))
          members.append([])
          held.append([])
        }
        if let inner = only.inner, let own = choice.cases.firstIndex(where: { $0.swiftName == inner }) {
          // The alias names one type for each case. Another payload that is the same case needs different generic arguments.
          guard held[place].insert(own).inserted else { continue }
          families[place].types[own] = conformance.types[own]
        }
        members[place].append((payload, index))
      }
    }
    for (family, users) in zip(families, members) where users.count > 1 {
      type.families.append(family)
      for user in users {
        conformances[user.payload][user.conformance].family = "\(type.path).\(family.name)"
      }
    }
  }

  /// Adds the conformance of a type to a protocol, and the conformances that it requires: to the parents, and of the types of fields.
  private mutating func conform(_ type: ResponseType, to fragment: FragmentProtocol) {
    let isNew = known[ObjectIdentifier(type), default: []].insert(ObjectIdentifier(fragment)).inserted
    if !isNew { return }
    for parent in fragment.parents { conform(type, to: parent) }
    let properties = type.properties
    for requirements in [fragment.requirements, fragment.refinements] {
      for requirement in requirements {
        guard let bound = requirement.bound,
          let index = index(of: requirement.property.field.key, in: properties, type),
          let object = properties[index].object
        else { continue }
        conform(object, to: bound)
      }
    }
    var conformance = Conformance(fragment: fragment)
    if let choice = fragment.choice { match(type, choice, &conformance) }
    conformances.add(conformance, to: type)
  }

  /// The index of a type's property, by the response key.
  private mutating func index(of key: NameID, in properties: [Property], _ type: ResponseType) -> Int? {
    if properties.count <= ConformanceDeclarations.fewProperties {
      for index in properties.indices where properties[index].field.key == key { return index }
      return nil
    }
    // A dictionary, because an object may have thousands of properties and spread hundreds of fragments.
    if let known = indicesByKey[ObjectIdentifier(type)] { return known[key] }
    var indices: [NameID: Int] = [:]
    for index in properties.indices.reversed() { indices[properties[index].field.key] = index }
    indicesByKey[ObjectIdentifier(type)] = indices
    return indices[key]
  }

  private static let fewProperties = 16

  // MARK: - Choices

  /// Finds the types for the choice's cases, which become the family's generic arguments, and for each case of the conforming type the choice's case
  /// that the getter returns.
  private mutating func match(
    _ type: ResponseType, _ choice: FragmentProtocol.Choice, _ conformance: inout Conformance
  ) {
    let payloads = payloads(of: type)
    let inner = payloads.map { payload in
      payload.type.shape.flatMap { choice.index(of: $0, payload.types) }
    }
    var membersByCase = [[Payload]](repeating: [], count: choice.cases.count)
    for (payload, index) in zip(payloads, inner) {
      if let index { membersByCase[index].append(payload) }
    }
    var unions: [Int: ResponseType] = [:]
    for (index, value) in choice.cases.enumerated() {
      let members = membersByCase[index]
      let object: ResponseType
      if let only = members.first, members.allSatisfy({ $0.type === only.type }) {
        object = only.type
      } else if members.isEmpty {
        object = value.own.payload
      } else {
        // Several cases of this type are the same case of the fragment, so a union of their payloads is the type for that case.
        let name = unionName(of: value, choice, in: type)
        object = ResponseType(
          of: choice.getterName, name: name, path: "\(type.path).\(name)",
          members.map { ($0.name, $0.type) }, avoiding: outerNames)
        type.unionsOfConformances.append(object)
        unions[index] = object
      }
      conform(object, to: value.bound)
      conformance.types.append(object.path)
    }
    conformance.cases = zip(payloads, inner).map { payload, index in
      Conformance.Case(
        outer: payload.cases, inner: index.map { choice.cases[$0].swiftName },
        union: index.flatMap { unions[$0] }.map { $0.caseName(for: payload.name) })
    }
  }

  /// A name for a union that no other type declared in `type` has.
  private func unionName(
    of value: FragmentProtocol.Choice.Case, _ choice: FragmentProtocol.Choice, in type: ResponseType
  ) -> String {
    let taken = type.declaredUnions.map(\.name) + type.members.map(\.name)
    var scope = NameScope(outer: outerNames, taken: TakenNames(taken))
    return scope.claim(choice.unionName(of: value), suffix: "_")
  }

  /// A struct that the conforming type's cases lead to, at any depth of nested enums; or the conforming type itself if it is a struct.
  private struct Payload {
    var type: ResponseType
    /// The cases that lead to it, the outermost first. There are several if the payload of a union's case is an enum.
    var cases: [String]
    /// The object types in the schema whose objects it may represent.
    var types: [TypeID] = []

    /// The name of its case in a union of payloads: `catPerson` for the payload of `.cat(.person(…))`.
    var name: String {
      cases.dropFirst().reduce(cases.first ?? "") { $0 + SwiftNames.capitalized($1) }
    }
  }

  private func payloads(of type: ResponseType) -> [Payload] {
    if type.cases.isEmpty { return [Payload(type: type, cases: [], types: type.objectTypes)] }
    return type.cases.flatMap { value in
      payloads(of: value.payload).map {
        Payload(
          type: $0.type, cases: [value.swiftName] + $0.cases, types: type.isUnion ? $0.types : value.types)
      }
    }
  }
}
