import ApusDocuments
import ApusSyntax
import ApusShapes

/// The Swift names of the properties of response types.
///
/// In all types of a module, the property for a response key has the same name, and so has the property for a fragment. So if a fragment's protocol
/// requires a property, each type with that field has it under the required name. There is one exception: names that come from different modules
/// below may collide for the first time in a type of this module. Then one of the members has a different name in this type, and
/// ``ConformanceSolver`` takes this into account.
final class MemberNames: PropertyNames {
  private let tree: SyntaxTree
  private let options: GenerationOptions
  private let separate: FragmentFields
  private let associatedTypeNames: AssociatedTypeNames
  private let modules: DocumentModules
  /// For each module, the numbers of the modules that it can use, including itself.
  private let visible: [[Int]]
  private(set) var fieldNames: FieldNames
  /// For each module, the names that properties must not have, because they would hide types there or in a module that it can use.
  private let avoided: [Set<String>]
  private let hasAvoided: Bool
  /// For each module, the members whose names differ from the default, with these names.
  private var renamed: [[PropertyKey: String]]
  /// For each shape, the members whose names in it differ from those in the rest of the module, with these names.
  private var renamedLocally: [ShapeID: [PropertyKey: String]] = [:]

  /// A field or fragment of an object, which becomes a property.
  private enum PropertyKey: Hashable {
    /// A field, with the name from `@apus`, if any.
    case field(NameID, given: String?)
    /// A fragment, with its name in the document, from `@apus`, or from the label of `@defer`.
    case fragment(NodeID, title: String, isDeferred: Bool)
  }

  /// A member with the name that it would have by default.
  private struct Candidate {
    var member: PropertyKey
    var wanted: String
    /// The text to append if the default name is taken.
    var suffix = "_"
  }

  /// Names the fields of all shapes. ``nameFragments(_:_:)`` names the fragments when it is known which of them become properties.
  init(
    _ shapes: [Shape], _ tree: SyntaxTree, _ options: GenerationOptions, _ separate: FragmentFields,
    _ associatedTypeNames: AssociatedTypeNames, _ modules: DocumentModules, avoiding avoided: AvoidedNames
  ) {
    self.tree = tree
    self.options = options
    self.separate = separate
    self.associatedTypeNames = associatedTypeNames
    self.modules = modules
    visible = (0...modules.own).map { number in
      let isVisible = modules.visible(from: number)
      return (0...number).filter { isVisible[$0] }
    }
    fieldNames = FieldNames(tree, options)
    self.avoided = visible.map { numbers in
      Set(numbers.flatMap { avoided.members[modules.name(of: $0) ?? ""] ?? [] })
    }
    hasAvoided = self.avoided.contains { !$0.isEmpty }
    renamed = visible.map { _ in [:] }
    settle(shapes, fightingFields)
  }

  /// The name of the type for a field's objects, before it is made unique.
  func typeName(of key: NameID) -> String { fieldNames[key].type }
  /// The name of the type for a list's elements, given its plural: `Album` for `Albums`.
  func singular(of type: String) -> String { fieldNames.singular(of: type) }

  // MARK: - Names

  /// The name of a field's property.
  package func name(of field: Field, in shape: Shape) -> String { names(of: field, in: shape).name }

  /// The name of a field's property, and its default name, which differs if it was taken.
  func names(of field: Field, in shape: Shape) -> (name: String, wanted: String) {
    let candidate = candidate(field, in: shape.module)
    return (name(of: candidate, in: shape), candidate.wanted)
  }

  /// The name of a fragment's property.
  package func name(of property: FragmentField, in shape: Shape) -> String {
    name(of: candidate(property), in: shape)
  }

  /// The default name of a fragment's property.
  func wantedName(of property: FragmentField) -> String { candidate(property).wanted }

  private func name(of candidate: Candidate, in shape: Shape) -> String {
    if !renamedLocally.isEmpty, let name = renamedLocally[shape.id]?[candidate.member] { return name }
    let renamed = renamed[shape.module]
    return renamed.isEmpty ? candidate.wanted : renamed[candidate.member] ?? candidate.wanted
  }

  private func candidate(_ field: Field, in module: Int) -> Candidate {
    let given = field.directive?.name
    var wanted = given ?? fieldNames[field.key].member
    if hasAvoided, given == nil, avoided[module].contains(wanted) {
      wanted = SwiftNames.lowercasedFirst(wanted)
    }
    return Candidate(member: .field(field.key, given: given), wanted: wanted)
  }

  private func candidate(_ property: FragmentField) -> Candidate {
    let given = separate.inline[property.fragment]
    let site = property.deferredBy.lazy.compactMap { self.separate.deferrals[$0] }.first
    let title = site?.name ?? given ?? tree.name(property.fragment)
    return Candidate(
      member: .fragment(property.fragment, title: title, isDeferred: site != nil),
      wanted: SwiftNames.member(given ?? options.memberName(ofType: title)),
      suffix: site == nil && given == nil ? NameSuffix.fragment : NameSuffix.part)
  }

  /// The names of the associated types for a shape's fields, in protocols of its module and of modules below. Properties must not have them: next to
  /// a type `Albums`, associated or not, a property `Albums` would be ambiguous. Empty if no field's property has such a name.
  func associatedTypes(of shape: Shape) -> Set<String> {
    var areWords = true
    let fields = shape.fields
    for index in fields.indices
    where !fieldNames.isWord(fields[index].key) || fields[index].directive?.name != nil {
      areWords = false
    }
    return areWords ? [] : allAssociatedTypes(of: shape)
  }

  private func allAssociatedTypes(of shape: Shape) -> Set<String> {
    var result: Set<String> = []
    for field in shape.fields where field.shape != nil {
      result.formUnion(associatedTypes(of: field.key, in: shape.module))
    }
    return result
  }

  private func associatedTypes(of key: NameID, in module: Int) -> [String] {
    let key = tree.names.string(key)
    return visible[module].map { associatedTypeNames.name(for: key, in: modules.name(of: $0)) }
  }

  // MARK: - Collisions

  /// Names the fragments that are properties. Fields keep their names.
  ///
  /// - Returns: whether a type now names a fragment differently from the rest of its module, so that its conformances may change.
  package func nameFragments(_ shapes: [Shape], _ conformances: FragmentConformances) -> Bool {
    let before = renamedLocally
    settle(shapes) { shape in
      let properties = conformances.properties(of: shape)
      if properties.isEmpty { return ([], []) }
      // `@apus(name:)` can give a fragment any name.
      var reserved = allAssociatedTypes(of: shape)
      for field in shape.fields { reserved.insert(name(of: field, in: shape)) }
      return (properties.map(candidate), reserved)
    }
    return renamedLocally != before
  }

  /// The fields of a shape, and the names that are reserved there. Both are empty if it is clear at once that no names collide, as for nearly all
  /// shapes.
  private func fightingFields(of shape: Shape) -> (members: [Candidate], reserved: Set<String>) {
    var areKeys = visible.count == 1 && !hasAvoided
    let fields = shape.fields
    for index in fields.indices
    where areKeys && (!fieldNames.isKey(fields[index].key) || fields[index].directive?.name != nil) {
      areKeys = false
    }
    var reserved = associatedTypes(of: shape)
    if shape.isEnumeration, areKeys == false || shape.fields.contains(where: isOther) {
      reserved.insert("other")
    }
    if areKeys, reserved.isEmpty { return ([], []) }
    return (shape.fields.map { candidate($0, in: shape.module) }, reserved)
  }

  /// Whether a field's key is `other`. In an enum, the last case has that name.
  private func isOther(_ field: Field) -> Bool { tree.names.string(field.key) == "other" }

  /// The members whose names collide in at least one type. `others` has the members with the same name, including the member itself, `reserved` the
  /// reserved names that the member has, and `shapes` the shapes where it collides.
  private struct Fights {
    var candidates: [PropertyKey: Candidate] = [:]
    var others: [PropertyKey: Set<PropertyKey>] = [:]
    var reserved: [PropertyKey: Set<String>] = [:]
    var shapes: [PropertyKey: [ShapeID]] = [:]
  }

  /// Gives new names to members that collide, module by module.
  ///
  /// - Parameter members: returns a shape's members, and the names that are reserved there.
  private func settle(
    _ shapes: [Shape],
    _ members: (Shape) -> (members: [Candidate], reserved: Set<String>)
  ) {
    var names = visible.map { _ in [PropertyKey: String]() }
    for (module, visible) in visible.enumerated() {
      var known: [PropertyKey: String] = [:]
      for below in visible.dropLast() {
        renamed[module].merge(renamed[below]) { own, _ in own }
        known.merge(names[below]) { first, _ in first }
      }
      let own = names.count == 1 ? shapes : shapes.filter { $0.module == module }
      var fights = Fights()
      for shape in own {
        let (members, reserved) = members(shape)
        note(members, reserved, shape, &fights)
      }
      if !fights.candidates.isEmpty {
        let taken = takenNames(shapes.filter { visible.contains($0.module) }, members)
        settle(fights, known, taken, module)
      }
      if module == modules.own { continue }
      for shape in own {
        for candidate in members(shape).members {
          names[module][candidate.member] = name(of: candidate, in: shape)
        }
      }
    }
  }

  private func note(
    _ members: [Candidate], _ reserved: Set<String>, _ shape: Shape, _ fights: inout Fights
  ) {
    if members.isEmpty { return }
    var byName: [String: [Candidate]] = [:]
    for candidate in members { byName[name(of: candidate, in: shape), default: []].append(candidate) }
    for (name, candidates) in byName {
      let isReserved = reserved.contains(name)
      if candidates.count == 1, !isReserved { continue }
      for candidate in candidates {
        fights.candidates[candidate.member] = candidate
        fights.shapes[candidate.member, default: []].append(shape.id)
        fights.others[candidate.member, default: []].formUnion(candidates.map(\.member))
        if isReserved { fights.reserved[candidate.member, default: []].insert(name) }
      }
    }
  }

  /// All names that members of these shapes have or must avoid.
  private func takenNames(
    _ shapes: [Shape],
    _ members: (Shape) -> (members: [Candidate], reserved: Set<String>)
  ) -> Set<String> {
    var taken: Set<String> = []
    for shape in shapes {
      let (candidates, reserved) = members(shape)
      taken.formUnion(reserved)
      for candidate in candidates { taken.insert(name(of: candidate, in: shape)) }
      for field in shape.fields { taken.insert(name(of: field, in: shape)) }
    }
    return taken
  }

  /// Gives new names to the members of a module that collide.
  ///
  /// - Parameters:
  ///   - known: the names that members have in modules below.
  ///   - taken: names that a renamed member cannot have.
  private func settle(
    _ fights: Fights, _ known: [PropertyKey: String], _ taken: Set<String>, _ module: Int
  ) {
    var taken = taken
    var given: [PropertyKey: String] = [:]
    let members = fights.candidates.values.map { candidate in
      let current = renamed[module][candidate.member] ?? candidate.wanted
      let isKnown = known[candidate.member] == current
      return (candidate: candidate, current: current, isKnown: isKnown, rank: rank(candidate, isKnown))
    }
    for (candidate, current, isKnown, _) in members.sorted(by: { $0.rank < $1.rank }) {
      let member = candidate.member
      let isHeld = fights.others[member]?.contains { given[$0] == current } ?? false
      if !isHeld, fights.reserved[member] == nil {
        given[member] = current
        continue
      }
      var name = candidate.wanted
      var number = 1
      repeat {
        name = candidate.wanted + candidate.suffix + (number == 1 ? "" : String(number))
        number += 1
      } while !taken.insert(name).inserted
      given[member] = name
      if !isKnown {
        renamed[module][member] = name
        continue
      }
      for shape in fights.shapes[member] ?? [] { renamedLocally[shape, default: [:]][member] = name }
    }
  }

  /// A key to sort members by before they get their names: members of modules below come first, then fields with the key as their name and fragments
  /// that are not deferred. The names do not depend on the order of definitions, unless two fragments have the same title.
  private func rank(_ candidate: Candidate, _ isKnown: Bool) -> String {
    let text: String
    let isFirst: Bool
    switch candidate.member {
    case .field(let key, let given):
      text = tree.names.string(key) + (given == nil ? "" : " ")
      isFirst = tree.names.string(key) == candidate.wanted
    case .fragment(let node, let title, let isDeferred):
      text = "\(title) \(node)"
      isFirst = !isDeferred
    }
    return (isKnown ? "0" : "1") + (isFirst ? "0" : "1") + text + " "
      + candidate.wanted
  }
}
