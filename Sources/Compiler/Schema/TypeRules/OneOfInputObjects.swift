import ApusSource
import ApusSyntax

/// The fields of a `@oneOf` input object are nullable and lack default values.
///
/// https://spec.graphql.org/September2025/#sec-OneOf-Input-Objects
extension TypeChecker {
  mutating func checkOneOfInputObjects(_ type: TypeID, _ field: InputValueDefinition) {
    if field.type.isNonNull {
      report(
        .oneOfField, "OneOf input field \(inputCoordinate(type, field)) must be nullable.",
        at: [tree.type(field.node) ?? field.node])
    }
    if field.hasDefault {
      report(
        .oneOfField, "OneOf input field \(inputCoordinate(type, field)) cannot have a default value.",
        at: [field.node])
    }
  }
}

extension DiagnosticCode {
  package static let oneOfField = DiagnosticCode(
    "one-of-field",
    title: "A field of a OneOf input object that is required or has a default",
    explanation: """
      Exactly one field of an input object marked `@oneOf` is given. So no field can be required, and none can have a
      default.
      """,
    example: "input AlbumBy @oneOf { id: ID!  slug: String = \"blue\" }",
    fix: "Write `id: ID` and `slug: String`.")
}
