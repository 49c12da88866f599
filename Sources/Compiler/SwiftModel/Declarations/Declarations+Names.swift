import ApusDocuments
import ApusSyntax
import ApusShapes

/// Names properties and their types.
extension Declarations {
  /// Turns a shape's fields into properties with Swift names.
  func nameProperties(_ shape: Shape) -> [Property] {
    var properties: [Property] = []
    properties.reserveCapacity(shape.fields.count)
    var renamed: [(index: Int, wanted: String)] = []
    let hasNulls = !nulls.isEmpty
    let fields = shape.fields
    for index in fields.indices {
      var field = fields[index]
      if hasNulls { field.nulls = nulls[shape, index] }
      let (name, wanted) = memberNames.names(of: field, in: shape)
      if name != wanted { renamed.append((index, wanted)) }
      properties.append(Property(field: field, swiftName: name))
    }
    for (index, wanted) in renamed { noteEqualNames(wanted, properties[index], properties) }
    return properties
  }

  /// Records, for a warning, a field whose default name is that of another field of the same object.
  private func noteEqualNames(_ wanted: String, _ property: Property, _ others: [Property]) {
    guard let other = others.first(where: { $0.swiftName == wanted })?.field.node else { return }
    let renamed = RenamedProperty(
      node: property.field.node, field: other,
      subject: "the field \"\(tree.names.string(property.field.key))\"",
      wanted: wanted, name: property.swiftName)
    if !renamedProperties.contains(renamed) { renamedProperties.append(renamed) }
  }

  /// The names of the associated types for a field, in protocols of this module and of those below.
  private func associatedTypes(of key: NameID) -> [String] {
    let key = tree.names.string(key)
    return modules.names.map { associatedTypeNames.name(for: key, in: $0) }
  }

  /// Names the types of fields with selections: `artist` gives `Artist`. Lists come last, because their singular names, such as `Album` for `albums`,
  /// give way to those of other fields.
  ///
  /// - Parameters:
  ///   - hoisted: in a case's payload, the names of types that the enclosing enum declares for all cases.
  ///   - associatedTypes: the names of associated types that Swift would find in place of a nested type.
  func nameTypes(
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
        var name = given ?? memberNames.typeName(of: key)
        if isList, given == nil {
          // The singular, unless another field has exactly that name.
          let singular = memberNames.singular(of: name)
          if singular != name {
            let taken = exactNames ?? self.exactNames(properties)
            exactNames = taken
            if !taken.contains(singular) { name = singular }
          }
        }
        // The name may be that of another field's associated type.
        if !associatedTypes.isEmpty, associatedTypes.contains(name) {
          name = associatedTypeNames.name(for: tree.names.string(key), in: modules[definition])
        }
        properties[index].typeName = types.claim(name, suffix: "Object")
      }
    }
  }

  /// Reserves the names of the fields' associated types. If a case's payload had such a name, Swift would take it for the associated type.
  func reserveAssociatedTypes(_ properties: [Property], _ types: inout NameScope) {
    for property in properties where property.field.shape != nil {
      for name in associatedTypes(of: property.field.key) { types.reserve(name) }
    }
  }

  private func exactNames(_ properties: [Property]) -> TakenNames {
    var result = TakenNames()
    for property in properties where property.field.shape != nil {
      result.insert(memberNames.typeName(of: property.field.key))
    }
    return result
  }
}
