import ApusSource
import ApusSyntax

/// Input objects have fields. They have input types, default values match, and required fields are not deprecated.
///
/// https://spec.graphql.org/September2025/#sec-Input-Objects.Type-Validation
extension TypeChecker {
  mutating func checkInputFields(of type: TypeID) {
    let definition = schema.types[Int(type)]
    if definition.memberCount == 0 {
      report(
        .emptyType, "Input Object type \(schema.name(type)) must define one or more fields.",
        at: parts(of: type))
    }
    var index = definition.firstMember
    let end = index &+ definition.memberCount
    while index < end {
      let field = schema.inputValues + Int(index)
      checkReservedNames(field.pointee.name, field.pointee.node)
      if !isInput(field.pointee.type) { reportInputFieldType(type, field.pointee) }
      if field.pointee.isDeprecated, field.pointee.isRequired {
        report(
          .deprecatedRequired,
          "Required input field \(inputCoordinate(type, field.pointee)) cannot be deprecated.",
          at: deprecation(of: field.pointee.node))
      }
      if field.pointee.defaultValue >= 0 {
        checkDefaultValues(field.pointee) { $0.inputCoordinate(type, field.pointee) }
      }
      if definition.isOneOf { checkOneOfInputObjects(type, field.pointee) }
      index = index &+ 1
    }
  }

  func inputCoordinate(_ type: TypeID, _ field: InputValueDefinition) -> String {
    "\(schema.name(type)).\(text(field.name))"
  }

  private mutating func reportInputFieldType(_ type: TypeID, _ field: InputValueDefinition) {
    guard let node = tree.type(field.node) else { return }
    if field.type.named == 0 { return checkListDepth(node) }
    report(
      .notAnInputType,
      "The type of \(inputCoordinate(type, field)) must be Input Type"
        + " but got: \(schema.description(field.type)).",
      at: [node])
  }
}
