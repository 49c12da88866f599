import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// A field is one that the type has which it is selected from.
///
/// https://spec.graphql.org/September2025/#sec-Field-Selections
extension ValidationContext {
  /// - Parameters:
  ///   - field: a field that was not found.
  ///   - type: the composite type that it is selected from.
  func reportUnknownField(_ field: NodeID, _ type: TypeID) {
    report(
      .unknownField,
      "Cannot query field \"\(name(field))\" on type \"\(schema.name(type))\"."
        + (options.hidesSuggestions ? "" : suggestion(field, type)),
      field, notes: note(type: type))
  }

  /// Types to narrow to that have the field, else fields with a name like it.
  private func suggestion(_ field: NodeID, _ type: TypeID) -> String {
    let narrower = Suggestions.didYouMean(
      typesWithField(nodes[field].name, within: type), subject: "to use an inline fragment on")
    if !narrower.isEmpty || types[Int(type)].kind == .union { return narrower }
    let definition = types[Int(type)]
    let known = (definition.firstMember..<definition.firstMember + definition.memberCount)
      .map { schema.names.string(fields[Int($0)].name) }
    return Suggestions.didYouMean(name(field), among: known)
  }

  /// Object types that an abstract type can be and their interfaces, where they have the field: those that apply to
  /// most first, interfaces before what implements them.
  private func typesWithField(_ field: NameID, within type: TypeID) -> [String] {
    guard types[Int(type)].isAbstract else { return [] }
    var uses: [TypeID: Int] = [:]
    for object in schema.objectTypes(of: type) where schema.field(field, of: object) != 0 {
      uses[object] = 1
      for interface in schema.interfaces(of: object) where schema.field(field, of: interface) != 0 {
        uses[interface, default: 0] += 1
      }
    }
    return uses.sorted { left, right in
      if left.value != right.value { return left.value > right.value }
      if types[Int(left.key)].kind == .interface, schema.isSubset(right.key, of: left.key) { return true }
      if types[Int(right.key)].kind == .interface, schema.isSubset(left.key, of: right.key) { return false }
      return isBeforeInNaturalOrder(schema.name(left.key), schema.name(right.key))
    }.map { schema.name($0.key) }
  }
}

extension Schema {
  /// The object types that a composite type can be.
  fileprivate func objectTypes(of type: TypeID) -> [TypeID] {
    let words = possibleTypes(type)
    return (0..<objectTypeCount).filter { words[$0 / 64] >> UInt64($0 % 64) & 1 != 0 }.map { objectTypes[$0] }
  }

  /// The interfaces that an object type says it implements.
  fileprivate func interfaces(of type: TypeID) -> [TypeID] {
    let definition = types[Int(type)]
    return (definition.firstRelated..<definition.firstRelated + definition.relatedCount)
      .map { relatedTypes[Int($0)] }
  }
}

extension DiagnosticCode {
  package static let unknownField = DiagnosticCode(
    "unknown-field",
    title: "A field that the type does not have",
    explanation: """
      A selection names a field that the type it selects from does not define. Of a union only `__typename` can be
      selected directly, of an interface only its own fields: the fields of the types behind them need an inline
      fragment or a spread.
      """,
    example: "{ search(text: \"Blue\") { title } }  # union SearchResult = Album | Artist",
    fix: "Correct the name, or narrow the type: `{ search(text: \"Blue\") { ... on Album { title } } }`.")
}
