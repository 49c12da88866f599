import ApusSource
import ApusSyntax

/// Input objects have fields. They have input types, default values match, and required fields are not deprecated.
///
/// https://spec.graphql.org/September2025/#sec-Input-Objects.Type-Validation
extension TypeChecker {
  mutating func checkInputFields(of type: TypeID) {
    let fields = schema.inputFields(of: type)
    if fields.isEmpty {
      report(
        .emptyType, "Input Object type \(schema.name(type)) must define one or more fields.",
        at: parts(of: type))
    }
    for field in fields {
      let field = schema[field]
      checkReservedNames(field.name, field.node)
      if !isInput(field.type) { reportInputFieldType(type, field) }
      if field.isDeprecated, field.isRequired {
        report(
          .deprecatedRequired,
          "Required input field \(inputCoordinate(type, field)) cannot be deprecated.",
          at: deprecation(of: field.node))
      }
      if field.hasDefault {
        checkDefaultValues(field) { $0.inputCoordinate(type, field) }
      }
      if schema[type].isOneOf { checkOneOfInputObjects(type, field) }
    }
  }

  func inputCoordinate(_ type: TypeID, _ field: InputValueDefinition) -> String {
    "\(schema.name(type)).\(text(field.name))"
  }

  private mutating func reportInputFieldType(_ type: TypeID, _ field: InputValueDefinition) {
    guard let node = tree.type(field.node) else { return }
    if field.type.named == nil { return checkListDepth(node) }
    report(
      .notAnInputType,
      "The type of \(inputCoordinate(type, field)) must be Input Type"
        + " but got: \(schema.description(field.type)).",
      at: [node])
  }
}
