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

  /// Records, for a warning, a field whose name from `@apus` is taken, or whose default name is that of another field of the same object.
  private func noteEqualNames(_ wanted: String, _ property: Property, _ others: [Property]) {
    let subject = "the field \"\(tree.names.string(property.field.key))\""
    guard let other = others.first(where: { $0.swiftName == wanted })?.field.node else {
      if property.field.directive?.name != nil {
        noteGivenName(wanted, property.swiftName, subject, others, at: property.field.node)
      }
      return
    }
    let renamed = RenamedProperty(
      node: property.field.node, field: other, subject: subject, wanted: wanted, name: property.swiftName)
    if !renamedProperties.contains(renamed) { renamedProperties.append(renamed) }
  }

  /// Records, for a warning, a property that does not have the name in `@apus(name:)`, although no property of its type has it.
  func noteGivenName(
    _ wanted: String, _ name: String, _ subject: String, _ properties: [Property], at node: NodeID
  ) {
    let owner = properties.first { property in
      property.field.shape != nil && associatedTypes(of: property.field.key).contains(wanted)
    }
    let renamed = RenamedProperty(
      node: node, field: owner?.field.node ?? 0, subject: subject, wanted: wanted, name: name, isGiven: true)
    if !renamedProperties.contains(renamed) { renamedProperties.append(renamed) }
  }

  /// The names of the associated types for a response key, in the protocols of this module and of each module below.
  private func associatedTypes(of key: NameID) -> [String] {
    if let known = associatedTypesOfKeys[Int(key)] { return known }
    let text = tree.names.string(key)
    let names = modules.names.map { associatedTypeNames.name(for: text, in: $0) }
    associatedTypesOfKeys[Int(key)] = names
    return names
  }

  /// Names the types of fields with selections: `artist` gives `Artist`. Names from `@apus` come first, and lists last, because their singular names,
  /// such as `Album` for `albums`, give way to those of other fields.
  ///
  /// No type gets the name of another field's associated type, because Swift would find the associated type instead. For
  /// `{ type { id } typeSelection { name } }`, the associated type of `type` is `TypeSelection`, so the type of `typeSelection` needs another name.
  ///
  /// - Parameters:
  ///   - hoisted: in a case's payload, the names of types that the enclosing enum declares for all cases.
  ///   - associatedTypes: the names of the fields' associated types; empty if each equals the default name of its field's type.
  func nameTypes(
    _ properties: inout [Property], _ hoisted: [ShapeID: String], _ associatedTypes: Set<String>,
    _ types: inout NameScope
  ) {
    var reserved: Set<String> = []
    var objects: [Int] = []
    for index in properties.indices where properties[index].field.shape != nil {
      objects.append(index)
      for name in self.associatedTypes(of: properties[index].field.key) { reserved.insert(name) }
    }
    if objects.isEmpty { return }
    var exactNames: TakenNames?
    for round in [NamingRound.given, .single, .lists] {
      for index in objects {
        let field = properties[index].field
        guard let shape = field.shape, NamingRound(field) == round else { continue }
        if !hoisted.isEmpty, let name = hoisted[shape.id] {
          properties[index].typeName = name
          continue
        }
        let given = field.directive?.type
        var name = given ?? memberNames.typeName(of: field.key)
        if round == .lists {
          // The singular, unless it is the default name of another field's type: with `albums` and `album`, the list's type stays `Albums`.
          let singular = memberNames.singular(of: name)
          if singular != name {
            let taken = exactNames ?? self.exactNames(properties)
            exactNames = taken
            if !taken.contains(singular) { name = singular }
          }
        }
        // If this is the name of another field's associated type, use that of this field's own: `TypeSelection_`.
        if given == nil, !associatedTypes.isEmpty, associatedTypes.contains(name) {
          name = associatedTypeNames.name(for: tree.names.string(field.key), in: modules[definition])
        }
        let claimed = types.claim(
          name, suffix: "Object", avoiding: reserved, except: self.associatedTypes(of: field.key))
        properties[index].typeName = claimed
        if let given, claimed != given { noteTypeName(given, claimed, field, properties) }
      }
    }
    // If a case's payload had such a name, Swift would find the associated type instead.
    for name in reserved { types.reserve(name) }
  }

  /// The order in which the types of fields get names.
  private enum NamingRound {
    case given, single, lists

    init(_ field: Field) {
      self = field.directive?.type != nil ? .given : field.type.isList ? .lists : .single
    }
  }

  /// Warns that a type does not have the name in `@apus(type:)`.
  private func noteTypeName(_ wanted: String, _ name: String, _ field: Field, _ others: [Property]) {
    let other = others.first { other in
      other.field.shape != nil && other.field.key != field.key
        && (other.typeName == wanted || associatedTypes(of: other.field.key).contains(wanted))
    }?.field.node
    let renamed = RenamedProperty(
      node: field.node, field: other ?? 0,
      subject: "the field \"\(tree.names.string(field.key))\"", wanted: wanted, name: name, isType: true)
    if !renamedProperties.contains(renamed) { renamedProperties.append(renamed) }
  }

  private func exactNames(_ properties: [Property]) -> TakenNames {
    var result = TakenNames()
    for property in properties where property.field.shape != nil {
      result.insert(memberNames.typeName(of: property.field.key))
    }
    return result
  }
}
