import ApusDocuments
import ApusSchema
import ApusSyntax

/// The properties of enumerations that answer for a type condition, or for a fragment under one: for every case in which the
/// condition holds, whatever that case is named after.
extension Declarations {
  /// - Parameters:
  ///   - members: the names of the enumeration's members.
  ///   - types: the names of its types.
  mutating func addAccessors(
    to type: DeclaredType, _ members: inout NameScope, _ types: inout NameScope
  ) {
    for property in type.properties { members.reserve(property.swiftName) }
    for fragment in type.conditionalFragments { members.reserve(fragment.swiftName) }
    addConditions(to: type, &members, &types)
    addFragments(to: type, &members)
  }

  private func addConditions(to type: DeclaredType, _ members: inout NameScope, _ types: inout NameScope) {
    var asked: Set<[TypeID]> = []
    for value in type.cases where !value.value.conditions.isEmpty {
      let conditions = value.value.conditions
      asked.insert(conditions)
      let cases =
        value.value.isAlternative ? [value] : type.cases.filter { $0.value.holds(conditions) }
      // Where several cases satisfy several conditions, each condition has an accessor of its own.
      if conditions.count > 1, cases.count > 1 { continue }
      add("as" + SwiftNames.capitalized(value.swiftName), cases, to: type, &members, &types)
    }
    for value in type.cases {
      for condition in value.value.held where asked.insert([condition]).inserted {
        let cases = type.cases.filter { $0.value.holds([condition]) }
        // The fields may not tell all types apart for which the condition holds.
        let isExact = type.cases.allSatisfy { value in
          value.value.holds([condition])
            || !value.value.types.contains { schema.isSubset($0, of: condition) }
        }
        if !isExact || cases.count == type.cases.count { continue }
        add("as" + SwiftNames.type(schema.name(condition)), cases, to: type, &members, &types)
      }
    }
  }

  private func add(
    _ name: String, _ cases: [DeclaredCase], to type: DeclaredType, _ members: inout NameScope,
    _ types: inout NameScope
  ) {
    // A field of that name has it, and nothing else answers for the condition then but the cases.
    guard let first = cases.first, members.isFree(name) else { return }
    members.reserve(name)
    let names = cases.map(\.swiftName)
    if cases.allSatisfy({ $0.payload === first.payload }) {
      type.accessors.append(CaseAccessor(swiftName: name, cases: names, result: .payload(first.typeName)))
      return
    }
    let typeName = types.claim(SwiftNames.capitalized(name), suffix: "Object")
    let union = SharedUnion(
      subject: name, name: typeName, path: "\(type.path).\(typeName)",
      cases.map { ($0.swiftName, .declared($0.payload)) })
    type.unions.append(union)
    type.accessors.append(CaseAccessor(swiftName: name, cases: names, result: .union(union)))
  }

  private mutating func addFragments(to type: DeclaredType, _ members: inout NameScope) {
    let always = Set(type.shape.fragments)
    var narrowing: [NodeID] = []
    for value in type.cases {
      for fragment in value.payload.shape.fragments
      where !always.contains(fragment) && !narrowing.contains(fragment) { narrowing.append(fragment) }
    }
    if narrowing.isEmpty { return }
    let inner = Set(narrowing)
    for fragment in narrowing.sorted() {
      // What only another of them spreads is reached through that one.
      guard !spreaders(of: fragment).isSubset(of: inner), let typeName = fragmentTypes[fragment] else {
        continue
      }
      let cases = type.cases.filter { $0.payload.shape.fragments.contains(fragment) }.map(\.swiftName)
      let name = SwiftNames.member(SwiftNames.lowercasedFirst(tree.name(fragment)))
      type.accessors.append(
        CaseAccessor(
          swiftName: members.claim(name, suffix: "Fragment"), cases: cases,
          result: .fragment(fragment, typeName: typeName)))
    }
  }
}

extension Case {
  /// Whether conditions hold for every type of the case.
  func holds(_ conditions: [TypeID]) -> Bool { conditions.allSatisfy(held.contains) }
}
