import ApusSource
import ApusSyntax

/// An enum has at least one value.
///
/// https://spec.graphql.org/September2025/#sec-Enums.Type-Validation
extension TypeChecker {
  mutating func checkEnums(of type: TypeID) {
    let definition = schema.types[Int(type)]
    if definition.memberCount == 0 {
      report(
        .emptyType, "Enum type \(schema.name(type)) must define one or more values.", at: parts(of: type))
    }
    var index = Int(definition.firstMember)
    let end = index &+ Int(definition.memberCount)
    while index < end {
      let value = schema.enumValues + index
      checkReservedNames(value.pointee.name, value.pointee.node)
      index = index &+ 1
    }
  }
}
