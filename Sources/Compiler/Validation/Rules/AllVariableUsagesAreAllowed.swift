import ApusSource
import ApusSchema
import ApusSyntax

/// A variable's type fits where it is used: it is the same or stricter, or a default value makes up for `null`.
///
/// https://spec.graphql.org/September2025/#sec-All-Variable-Usages-Are-Allowed
extension ValidationContext {
  /// - Parameters:
  ///   - use: a use of a variable.
  ///   - definition: its definition in the current operation or fragment.
  func checkAllVariableUsagesAreAllowed(_ use: NodeID, _ definition: NodeID) {
    let type = valueTypes[definition]
    let place = valueTypes[use]
    if type.named == nil || place.named == nil { return }
    let owner = Int(parents[use])
    if type == place, nodes[owner].kind != .objectField { return }
    let isGivenByDefault = hasNonNullDefault(definition)
    var nullablePlace = place
    if place.isNonNull, !type.isNonNull, isGivenByDefault || hasDefault(owner) {
      nullablePlace = place.nullable
    }
    if !type.fits(nullablePlace) {
      report(
        .variableMismatch,
        "Variable \"$\(name(use))\" of type \"\(schema.description(type))\" used in position expecting type"
          + " \"\(schema.description(place))\".",
        at: [tree.range(of: use), tree.range(of: definition)],
        notes: [.init("The variable is defined here.", at: tree.range(of: definition))])
    }
    // A field of a OneOf input object is a non-null position although its type is nullable.
    guard nodes[owner].kind == .objectField, !type.isNonNull, !isGivenByDefault else { return }
    let object = valueTypes[Int(parents[owner])].named
    guard let object, schema[object].isOneOf else { return }
    report(
      .nullableOneOfVariable,
      "Variable \"$\(name(use))\" is of type \"\(schema.description(type))\" but must be non-nullable to be"
        + " used for OneOf Input Object \"\(schema.name(object))\".",
      at: [tree.range(of: use), tree.range(of: definition)],
      notes: [.init("The variable is defined here.", at: tree.range(of: definition))])
  }

  private func hasNonNullDefault(_ definition: NodeID) -> Bool {
    guard let value = tree.value(definition) else { return false }
    return nodes[value].kind != .nullValue
  }

  /// Whether the argument or input field has a default value.
  private func hasDefault(_ owner: NodeID) -> Bool {
    switch nodes[owner].kind {
    case .argument, .objectField:
      schema[index.input(owner)]?.hasDefault == true
        || index.fragmentVariable(ofArgument: owner).flatMap(tree.value) != nil
    default: false
    }
  }
}

extension TypeReference {
  /// AreTypesCompatible of the specification: the same type, at least as strict at every level.
  fileprivate func fits(_ place: TypeReference) -> Bool {
    if self == place { return true }
    if named != place.named || listDepth != place.listDepth { return false }
    for level in 0...listDepth where place.isNonNull(atLevel: level) && !isNonNull(atLevel: level) {
      return false
    }
    return true
  }
}

extension DiagnosticCode {
  package static let variableMismatch = DiagnosticCode(
    "variable-mismatch",
    title: "A variable of the wrong type",
    explanation: """
      The variable's type is the type of the argument or input field, or a stricter one: `String!` may be used where
      `String` is expected, not the other way round. A variable with a default value other than null may be used where
      a non-null type is expected.
      """,
    example: "query Album($id: ID) { album(id: $id) { title } }  # album(id: ID!): Album",
    fix: "Give the variable the type that the message names: `$id: ID!`.")

  package static let nullableOneOfVariable = DiagnosticCode(
    "nullable-one-of-variable",
    title: "A nullable variable in a OneOf input object",
    explanation:
      "The one field of a OneOf input object must not be null, so a variable that gives it is non-null.",
    example:
      "query Album($id: ID) { album(by: { id: $id }) { title } }  # input AlbumBy @oneOf { id: ID slug: String }",
    fix: "Make the variable non-null: `$id: ID!`.")
}
