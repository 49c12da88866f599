import ApusSource
import ApusSyntax

/// Input objects have fields.
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
    checkInputs(fields, .inputObject(type))
  }

  func inputCoordinate(_ type: TypeID, _ field: InputValueDefinition) -> String {
    "\(schema.name(type)).\(text(field.name))"
  }
}
