import ApusShapes

/// Creates unions, for an object whose type differs between the cases of an enum.
extension ResponseType {
  /// Creates a union with the properties and fragments that all its cases share.
  ///
  /// - Parameters:
  ///   - types: the cases of the enclosing enum with the object's type in each, "everything else" last. If cases have the same type, the union has
  ///     one case for them, with the name of the last.
  ///   - outerNames: names that nested types must not have.
  convenience init(
    of subject: String, name: String, path: String, _ types: [(name: String, type: ResponseType)],
    avoiding outerNames: TakenNames
  ) {
    var cases: [TypeCase] = []
    var caseNames: [String: String] = [:]
    for (name, type) in types.reversed() {
      if let known = cases.first(where: { $0.payload === type }) {
        caseNames[name] = known.swiftName
      } else {
        cases.append(TypeCase(swiftName: name, typeName: type.path, payload: type))
      }
    }
    cases.reverse()
    let fragments = cases.dropFirst().reduce(cases.first?.payload.fragments ?? []) { shared, value in
      shared.filter(value.payload.fragments.contains)
    }
    self.init(
      of: subject, name: name, path: path, cases: cases, caseNames: caseNames, fragments: fragments)
    shareProperties(outerNames)
    shareFragments()
  }

  /// Adds the properties that the types of all cases have, with one type or with a union of their types.
  private func shareProperties(_ outerNames: TakenNames) {
    guard let last = cases.last?.payload else { return }
    var scope = NameScope(outer: outerNames, taken: TakenNames(SwiftNames.reservedTypes))
    // A type with the same name as a property would be ambiguous.
    for property in last.properties { scope.reserve(property.swiftName) }
    for property in last.properties {
      let each = cases.compactMap { $0.payload.property(property.field.key) }
      guard each.count == cases.count, let field = Field.shared(each.map(\.field)) else { continue }
      let shared = Property(
        field: field, swiftName: property.swiftName, typeName: property.typeName, object: property.object)
      let objects = each.compactMap(\.object)
      if let object = property.object, let typeName = property.typeName {
        if objects.allSatisfy({ $0 === object }) {
          shared.typeName = object.path
        } else {
          let name = scope.claim(
            typeName.split(separator: ".").last.map(String.init) ?? typeName, suffix: "Object")
          let union = ResponseType(
            of: property.swiftName, name: name, path: "\(path).\(name)",
            zip(cases, objects).map { ($0.swiftName, $1) }, avoiding: outerNames)
          unions.append(union)
          shared.typeName = name
          shared.object = union
        }
      }
      properties.append(shared)
    }
  }

  /// Adds the last payload's properties for fragments, if every case can return a value: a payload that conforms to the fragment instead is converted
  /// to the fragment's own type, and for a payload that lacks a deferred fragment, the value is nil.
  private func shareFragments() {
    guard let last = cases.last?.payload else { return }
    fragmentProperties = last.fragmentProperties.compactMap { fragment in
      var shared = fragment
      for type in cases.map(\.payload) {
        let condition: Guard
        if let own = type.property(like: fragment) {
          condition = own.field.condition
        } else if type.shows(fragment) {
          condition = .always
        } else if fragment.isDeferred {
          condition = .mixed
        } else {
          return nil
        }
        if condition != shared.field.condition { shared.field.condition = .mixed }
      }
      return shared
    }
  }
}
