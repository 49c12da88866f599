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
    let isField = nodes[owner].kind == .field
    let (arguments, definition): (TableIDs<InputValueDefinition>, NodeID)
    if isField {
      guard let field = index.field(owner) else { return }
      (arguments, definition) = (schema.arguments(of: field), schema[field].node)
    } else {
      guard let directive = index.directive(owner) else { return }
      (arguments, definition) = (schema.arguments(of: directive), schema[directive].node)
    }
    let place =
      isField
      ? "field \"\(schema.name(index.typeOfParent(of: owner))).\(name(owner))\""
      : "directive \"@\(name(owner))\""
    let isOfApus = !isField && nodes[owner].name == Keyword.apus
    let suggestion =
      (isOfApus ? Replacement.advice(for: name(argument), .argument) : nil)
      ?? Suggestions.didYouMean(name(argument), among: arguments.map { schema.names.string(schema[$0].name) })
    report(
      .unknownArgument, "Unknown argument \"\(name(argument))\" on \(place).\(suggestion)", argument,
      notes: note("\"\(isField ? "" : "@")\(name(owner))\" is defined here.", definition: definition))
  }
}
