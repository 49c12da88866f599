import ApusSource
import ApusSyntax

/// An enum has at least one value.
///
/// https://spec.graphql.org/September2025/#sec-Enums.Type-Validation
extension TypeChecker {
  mutating func checkEnums(of type: TypeID) {
    let values = schema.enumValues(of: type)
    if values.isEmpty {
      report(
        .emptyType, "Enum type \(schema.name(type)) must define one or more values.", at: parts(of: type))
    }
    for value in values { checkReservedNames(schema[value].name, schema[value].node) }
  }
}
