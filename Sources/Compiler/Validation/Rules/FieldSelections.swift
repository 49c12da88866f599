import ApusSource
import ApusSchema
import ApusSyntax

/// A selected field must exist on its parent type.
///
/// https://spec.graphql.org/September2025/#sec-Field-Selections
extension ValidationContext {
  /// - Parameters:
  ///   - field: an unknown field.
  ///   - type: the composite type that it is selected from.
  func checkFieldSelections(_ field: NodeID, _ type: TypeID) {
    report(
      .unknownField,
      "Cannot query field \"\(name(field))\" on type \"\(schema.name(type))\"."
        + suggestion(field, type),
      field, notes: note(type: type))
  }

  /// Suggests types to narrow to that have the field, otherwise fields with a similar name.
  private func suggestion(_ field: NodeID, _ type: TypeID) -> String {
    let narrower = Suggestions.didYouMean(
      typesWithField(nodes[field].name, within: type), subject: "to use an inline fragment on")
    if !narrower.isEmpty || schema[type].kind == .union { return narrower }
    let known = schema.fields(of: type).map { schema.names.string(schema[$0].name) }
    return Suggestions.didYouMean(name(field), among: known)
  }

  /// The object types that an abstract type can be, and their interfaces, if they have the field. The ones that apply
  /// to most come first, and interfaces before the types that implement them.
  private func typesWithField(_ field: NameID, within type: TypeID) -> [String] {
    guard schema[type].isAbstract else { return [] }
    var found: [TypeID] = []
    var uses: [TypeID: Int] = [:]
    for object in schema.objectTypes(of: type) where schema.field(field, of: object) != nil {
      for candidate in [object] + schema.relatedTypes(of: object)
      where schema.field(field, of: candidate) != nil {
        if uses[candidate] == nil { found.append(candidate) }
        uses[candidate, default: 0] += 1
      }
    }
    // "Supertypes before subtypes, otherwise by name" is not a total order, so insert one by one to get a stable
    // result.
    var sorted: [TypeID] = []
    for candidate in found {
      var low = 0
      var high = sorted.count
      while low < high {
        let middle = (low + high) / 2
        if precedes(candidate, sorted[middle], uses) { high = middle } else { low = middle + 1 }
      }
      sorted.insert(candidate, at: low)
    }
    return sorted.map(schema.name)
  }

  private func precedes(_ left: TypeID, _ right: TypeID, _ uses: [TypeID: Int]) -> Bool {
    let difference = uses[left, default: 0] - uses[right, default: 0]
    if difference != 0 { return difference > 0 }
    if schema.isRelated(left, to: right) { return true }
    if schema.isRelated(right, to: left) { return false }
    return isBeforeInNaturalOrder(schema.name(left), schema.name(right))
  }
}

extension DiagnosticCode {
  package static let unknownField = DiagnosticCode(
    "unknown-field",
    title: "A field that does not exist on the type",
    explanation: """
      A selected field must exist on its parent type. On a union, only `__typename` can be selected directly, and
      on an interface only its own fields: fields of the possible types need an inline fragment or a fragment
      spread.
      """,
    example: "{ search(text: \"Blue\") { title } }  # union SearchResult = Album | Artist",
    fix: "Correct the name, or narrow the type: `{ search(text: \"Blue\") { ... on Album { title } } }`.")
}
