import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusShapes

/// Adds accessors to enums: a property for each type condition, such as `asPet`, and one for each fragment under a type condition, such as
/// `petDetails`.
///
/// An accessor has a value in every case to which the condition applies. With the cases `cat`, `dog` and `other`, `asPet` is nil for `other` only.
extension Declarations {
  /// Adds all accessors of an enum.
  ///
  /// - Parameters:
  ///   - members: the names of the enum's cases and properties.
  ///   - types: the names of the types declared in the enum.
  func addAccessors(
    to type: ResponseType, _ members: inout NameScope, _ types: inout NameScope
  ) {
    for property in type.properties { members.reserve(property.swiftName) }
    for fragment in type.fragmentProperties { members.reserve(fragment.swiftName) }
    addConditions(to: type, &members, &types)
    addFragments(to: type, &members)
  }

  private func addConditions(
    to type: ResponseType, _ members: inout NameScope, _ types: inout NameScope
  ) {
    var asked: Set<[TypeID]> = []
    for value in type.cases where !value.conditions.isEmpty {
      let conditions = value.conditions
      asked.insert(conditions)
      let cases = value.isAlternative ? [value] : type.cases.filter { $0.holds(conditions) }
      // If several cases satisfy all of these conditions, there is no accessor for the combination, such as `asPetAndSwimmer`, but only for single
      // conditions.
      if conditions.count > 1, cases.count > 1 { continue }
      let names = conditions.map { "\"\(schema.name($0))\"" }.joined(separator: " and ")
      add(
        "as" + options.acronyms.spell(SwiftNames.capitalized(value.swiftName)), names, cases, to: type,
        &members, &types)
    }
    for value in type.cases {
      for condition in value.held where asked.insert([condition]).inserted {
        let cases = type.cases.filter { $0.holds([condition]) }
        // A case to which the condition does not apply may contain an object type that satisfies it. Then an accessor would be nil for some objects
        // that satisfy the condition, so there is none.
        let isExact = type.cases.allSatisfy { value in
          value.holds([condition])
            || !value.types.contains { schema.isSubset($0, of: condition) }
        }
        if !isExact || cases.count == type.cases.count { continue }
        let name = schema.name(condition)
        add("as" + options.typeName(name), "\"\(name)\"", cases, to: type, &members, &types)
      }
    }
  }

  /// Adds an accessor for type conditions. Its type is the cases' payload, or a union if their payloads differ.
  ///
  /// - Parameter conditions: the quoted names of the types, for a warning.
  private func add(
    _ wanted: String, _ conditions: String, _ cases: [TypeCase], to type: ResponseType,
    _ members: inout NameScope, _ types: inout NameScope
  ) {
    guard let first = cases.first else { return }
    let name = members.claim(wanted, suffix: "Case")
    note(wanted, name, "the condition on \(conditions)", type.properties, type)
    let names = cases.map(\.swiftName)
    if cases.allSatisfy({ $0.payload === first.payload }) {
      type.accessors.append(CaseAccessor(swiftName: name, cases: names, result: .payload(first.typeName)))
      return
    }
    let typeName = types.claim(SwiftNames.capitalized(name), suffix: "Object")
    let union = ResponseType(
      of: name, name: typeName, path: "\(type.path).\(typeName)",
      cases.map { ($0.swiftName, $0.payload) }, avoiding: outerNames)
    type.unions.append(union)
    type.accessors.append(CaseAccessor(swiftName: name, cases: names, result: .union(union)))
  }

  /// Adds accessors for the fragments that payloads have but the enum does not: a payload conforms to the fragment's protocol, or has a property for
  /// the fragment.
  private func addFragments(to type: ResponseType, _ members: inout NameScope) {
    let always = Set(type.fragments)
    let shared = type.fragmentProperties
    var narrowing: [NodeID] = []
    var properties: [FragmentProperty] = []
    for value in type.cases {
      // Leave out the fragment whose own type is this enum. A payload can conform to it if the payload's type also occurs elsewhere and spreads the
      // fragment there.
      for fragment in value.payload.fragments
      where !always.contains(fragment) && !narrowing.contains(fragment)
        && typeName(of: fragment) != type.path
      {
        narrowing.append(fragment)
      }
      for property in value.payload.fragmentProperties
      where !(shared + properties).contains(where: { $0.field.isSame(as: property.field) }) {
        properties.append(property)
      }
    }
    if narrowing.isEmpty, properties.isEmpty { return }
    let inner = Set(narrowing).union(properties.map(\.definition))
    // If a fragment is spread with `@defer` and without, there are two accessors.
    var found: [(definition: NodeID, property: FragmentProperty?)] = narrowing.map { ($0, nil) }
    for property in properties where property.isDeferred || !narrowing.contains(property.definition) {
      found.append((property.definition, property))
    }
    for (fragment, property) in found.sorted(by: { $0.definition < $1.definition }) {
      // Skip a fragment that only others of these fragments spread: their accessors lead to it.
      if isSpread(fragment, onlyBy: inner) { continue }
      addFragment(fragment, property, to: type, &members)
    }
  }

  /// Adds an accessor for a fragment.
  ///
  /// - Parameter property: the payloads' property for the fragment if the fragment is deferred or no payload conforms to it; otherwise nil.
  private func addFragment(
    _ fragment: NodeID, _ property: FragmentProperty?, to type: ResponseType, _ members: inout NameScope
  ) {
    var accessor = CaseAccessor(swiftName: "", cases: [], result: .fragment(fragment, typeName: ""))
    for value in type.cases {
      if property == nil, value.payload.fragments.contains(fragment) {
        accessor.cases.append(value.swiftName)
      } else if let own = value.payload.fragmentProperties.first(where: {
        $0.definition == fragment && $0.isDeferred == (property?.isDeferred ?? false)
      }) {
        accessor.cases.append(value.swiftName)
        accessor.properties[value.swiftName] = own
      }
    }
    guard let typeName = property?.typeName ?? self.typeName(of: fragment) else { return }
    accessor.result = .fragment(fragment, typeName: typeName)
    let title = property?.name ?? tree.name(fragment)
    let wanted = SwiftNames.member(
      property.flatMap { separate.inline[$0.definition] } ?? options.memberName(ofType: title))
    let suffix = property?.isDeferred == true ? NameSuffix.part : NameSuffix.fragment
    accessor.swiftName = members.claim(wanted, suffix: suffix)
    // With `fragment Cat on Cat`, the case for `Cat` is called `cat`, and the accessor `catFragment`. That is the documented rule, so there is no
    // warning.
    let isCase =
      options.typeName(schema.name(documents.typeCondition(fragment))) == options.typeName(title)
      && type.cases.contains { $0.swiftName == wanted }
    if !isCase {
      note(
        wanted, accessor.swiftName, "the fragment \"\(title)\"", type.properties, type,
        at: accessor.swiftName == wanted ? nil : spread(of: fragment))
    }
    type.accessors.append(accessor)
  }

  /// Records that a property did not get its default name, for a warning.
  ///
  /// - Parameters:
  ///   - subject: the condition or fragment that the property is for, in words.
  ///   - site: the spread, if the property is for a fragment.
  func note(
    _ wanted: String, _ name: String, _ subject: String, _ properties: [Property], _ type: ResponseType,
    at site: NodeID? = nil
  ) {
    if name == wanted { return }
    let field = properties.first { $0.swiftName == wanted }?.field.node
    guard
      let node = site ?? field ?? type.shape?.fields.first?.node
    else { return }
    let renamed = RenamedProperty(
      node: node, field: field ?? 0, subject: subject, wanted: wanted, name: name)
    // A shape that several files declare is reported once.
    if !renamedProperties.contains(renamed) { renamedProperties.append(renamed) }
  }
}
