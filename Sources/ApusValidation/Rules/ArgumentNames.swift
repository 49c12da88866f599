import ApusDiagnostics
import ApusSchema
import ApusSyntax

/// The field or directive declares each argument.
///
/// https://spec.graphql.org/September2025/#sec-Argument-Names
extension ValidationContext {
  /// - Parameter argument: an unknown argument.
  func checkArgumentNames(_ argument: NodeID) {
    let owner = Int(parents[argument])
    // If the field or directive itself is unknown, only that is reported.
    let meaning = Int(resolved[owner])
    if meaning == 0 { return }
    let isField = nodes[owner].kind == .field
    let first = isField ? fields[meaning].firstArgument : schema.directives[meaning].firstArgument
    let count = isField ? fields[meaning].argumentCount : schema.directives[meaning].argumentCount
    let place =
      isField
      ? "field \"\(schema.name(index.typeOfParent(ofField: owner))).\(name(owner))\""
      : "directive \"@\(name(owner))\""
    let suggestion = suggestion(name(argument)) {
      (first..<first + count).map { schema.names.string(inputValues[Int($0)].name) }
    }
    report(
      .unknownArgument, "Unknown argument \"\(name(argument))\" on \(place).\(suggestion)", argument,
      notes: note(
        "\"\(isField ? "" : "@")\(name(owner))\" is defined here.",
        definition: isField ? fields[meaning].node : schema.directives[meaning].node))
  }
}
