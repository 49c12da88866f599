import ApusDocuments
import ApusSyntax

/// The names of properties and of their types.
extension Declarations {
  /// Makes the fields properties, with names that no other member has.
  ///
  /// - Returns: the properties; and what fragments' protocols call the types of the fields, where another name here might be
  ///   one of those.
  mutating func nameProperties(
    _ shape: Shape, hasFragments: Bool, _ members: inout NameScope
  ) -> (properties: [Property], associatedTypes: Set<String>) {
    let fields = shape.fields
    var properties: [Property] = []
    properties.reserveCapacity(fields.count)
    var areKeys = members.isEmpty && !hasFragments
    var areWords = true
    for field in fields {
      let names = fieldNames[field.key]
      if !names.isKey || field.directive?.name != nil { areKeys = false }
      if !names.isWord { areWords = false }
      properties.append(Property(field: field, swiftName: field.directive?.name ?? names.member))
    }
    if !nulls.isEmpty {
      for index in properties.indices { properties[index].field.nulls = nulls[shape, index] }
    }
    // Beside a type `Albums`, associated or not, a property `Albums` would be ambiguous.
    let associatedTypes = areWords ? [] : associatedTypes(fields)
    for name in associatedTypes { members.reserve(name) }
    // Keys differ; only where one was changed can two names be equal.
    if !areKeys || !associatedTypes.isEmpty {
      for index in properties.indices {
        let wanted = properties[index].swiftName
        let name = members.claim(wanted, suffix: "_")
        properties[index].swiftName = name
        if name != wanted { noteEqualNames(wanted, name, properties[index].field, properties[..<index]) }
      }
    }
    return (properties, associatedTypes)
  }

  /// Notes a field whose key becomes the Swift name of another key.
  private mutating func noteEqualNames(
    _ wanted: String, _ name: String, _ field: Field, _ others: ArraySlice<Property>
  ) {
    guard let other = others.first(where: { $0.swiftName == wanted })?.field.node else { return }
    let renamed = RenamedProperty(
      node: field.node, field: other, subject: "the field \"\(tree.names.string(field.key))\"",
      wanted: wanted,
      name: name)
    if !renamedProperties.contains(renamed) { renamedProperties.append(renamed) }
  }

  private func associatedTypes(_ fields: [Field]) -> Set<String> {
    var result: Set<String> = []
    for field in fields where field.shape != nil { result.formUnion(associatedTypes(of: field.key)) }
    return result
  }

  /// The names that protocols of the module, and of those below, give to the type of a field.
  private func associatedTypes(of key: NameID) -> [String] {
    let key = tree.names.string(key)
    return modules.names.map { associatedTypeNames.name(for: key, in: $0) }
  }

  /// Names the types of fields with sub-selections. Lists come last, since the other names are exact.
  mutating func nameTypes(
    _ properties: inout [Property], _ hoisted: [ShapeID: String], _ associatedTypes: Set<String>,
    _ types: inout NameScope
  ) {
    var exactNames: TakenNames?
    for isList in [false, true] {
      for index in properties.indices {
        guard let shape = properties[index].field.shape, properties[index].field.type.isList == isList
        else { continue }
        let key = properties[index].field.key
        let given = properties[index].field.directive?.type
        if !hoisted.isEmpty, let name = hoisted[shape.id] {
          properties[index].typeName = name
          continue
        }
        var name = given ?? fieldNames[key].type
        if isList, given == nil {
          // Singular, unless another field has that very name.
          let singular = fieldNames.singular(of: name)
          if singular != name {
            let taken = exactNames ?? self.exactNames(properties)
            exactNames = taken
            if !taken.contains(singular) { name = singular }
          }
        }
        // Another field's associated type may have the name.
        if !associatedTypes.isEmpty, associatedTypes.contains(name) {
          name = associatedTypeNames.name(for: tree.names.string(key), in: modules[definition])
        }
        properties[index].typeName = types.claim(name, suffix: "Object")
      }
    }
  }

  /// Leaves the names of associated types to the fields: a case's type of that name would be taken for the field's.
  func reserveAssociatedTypes(_ properties: [Property], _ types: inout NameScope) {
    for property in properties where property.field.shape != nil {
      for name in associatedTypes(of: property.field.key) { types.reserve(name) }
    }
  }

  private mutating func exactNames(_ properties: [Property]) -> TakenNames {
    var result = TakenNames()
    for property in properties where property.field.shape != nil {
      result.insert(fieldNames[property.field.key].type)
    }
    return result
  }
}
