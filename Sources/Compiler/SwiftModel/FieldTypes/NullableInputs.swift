import ApusSource
import ApusSchema

/// The enums and input objects that are the type of a nullable variable or input field, which is a `GraphQLNullable` in Swift.
///
/// For such a value, callers can write `.jazz` instead of `.value(.jazz)` for an enum value, and `.id("1")` for a field of a `@oneOf` input object,
/// unless `GraphQLNullable` itself has a member of that name.
package struct NullableInputs {
  /// Names of members of `GraphQLNullable` that generated extensions cannot declare again.
  package static let ownNames: Set = ["ifPresent", "null", "unset", "value"]

  /// The Swift names of the types.
  package let names: Set<String>

  package init(_ program: Program) {
    var names: Set<String> = []
    // The value of a `@oneOf` input object's field is never null.
    let inputObjects = program.inputObjects.filter { !program.schema[$0.type].isOneOf }
    for value in program.operations.flatMap(\.variables) + inputObjects.flatMap(\.fields)
    where value.presence == .nullable && value.type.listDepth == 0 {
      switch program.swiftType(of: value) {
      case .enumeration(let name), .inputObject(let name): names.insert(name)
      default: break
      }
    }
    self.names = names
  }

  /// A warning for each enum value and each field of a `@oneOf` input object that lacks the short form, because `GraphQLNullable` has a member of
  /// that name: for a value `unset`, `.unset` compiles, but sends nothing.
  func warnings(_ program: Program) -> [Diagnostic] {
    let schema = program.schema
    let values = program.enums.filter { names.contains($0.swiftName) }.flatMap(\.cases).map {
      (name: $0.swiftName, node: schema[$0.value].node, payload: "")
    }
    let fields = program.inputObjects.filter { schema[$0.type].isOneOf && names.contains($0.swiftName) }
      .flatMap(\.fields).map { (name: $0.swiftName, node: $0.node, payload: "(…)") }
    return (values + fields).filter { Self.ownNames.contains($0.name) }.map { value in
      let meaning =
        switch value.name {
        case "unset": "sends nothing"
        case "null": "sends null"
        default: "is not this value"
        }
      return Diagnostic(
        .warning, .nameCollision,
        "Where this is nullable, \".\(value.name)\" \(meaning), because GraphQLNullable has a member called \"\(value.name)\". Write \".value(.\(value.name)\(value.payload))\" there.",
        at: [schema.tree.nameRange(of: value.node)])
    }
  }
}
