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
  func checkFieldSelections(_ field: NodeID, _ type: TypeID) {
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
    var found: [TypeID] = []
    var uses: [TypeID: Int] = [:]
    for object in schema.objectTypes(of: type) where schema.field(field, of: object) != 0 {
      for candidate in [object] + schema.interfaces(of: object) where schema.field(field, of: candidate) != 0
      {
        if uses[candidate] == nil { found.append(candidate) }
        uses[candidate, default: 0] += 1
      }
    }
    // Supertypes before subtypes, else by name, is no total order: inserting one by one makes a fixed one of it.
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
    if schema.interfaces(of: right).contains(left) { return true }
    if schema.interfaces(of: left).contains(right) { return false }
    return isBeforeInNaturalOrder(schema.name(left), schema.name(right))
  }
}

extension Schema {
  /// The object types that a composite type can be.
  fileprivate func objectTypes(of type: TypeID) -> [TypeID] {
    let words = possibleTypes(type)
    return (0..<objectTypeCount).filter { words[$0 / 64] &>> UInt64(truncatingIfNeeded: $0 % 64) & 1 != 0 }
      .map { objectTypes[$0] }
  }

  /// The interfaces that an object type or an interface says it implements.
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
