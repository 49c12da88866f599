import ApusSource
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
    let id = Int(resolved[owner])
    if id == 0 { return }
    let isField = nodes[owner].kind == .field
    let first = isField ? fields[id].firstArgument : schema.directives[id].firstArgument
    let count = isField ? fields[id].argumentCount : schema.directives[id].argumentCount
    let place =
      isField
      ? "field \"\(schema.name(index.typeOfParent(ofField: owner))).\(name(owner))\""
      : "directive \"@\(name(owner))\""
    let isOfApus = !isField && nodes[owner].name == Keyword.apus
    let suggestion =
      (isOfApus ? Replacement.advice(for: name(argument), .argument) : nil)
      ?? suggestion(name(argument)) {
        (first..<first + count).map { schema.names.string(inputValues[Int($0)].name) }
      }
    report(
      .unknownArgument, "Unknown argument \"\(name(argument))\" on \(place).\(suggestion)", argument,
      notes: note(
        "\"\(isField ? "" : "@")\(name(owner))\" is defined here.",
        definition: isField ? fields[id].node : schema.directives[id].node))
  }
}
