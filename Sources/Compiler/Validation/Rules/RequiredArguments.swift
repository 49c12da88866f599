import ApusSource
import ApusSchema
import ApusSyntax

/// A field or directive has every argument that is non-null and lacks a default value.
///
/// https://spec.graphql.org/September2025/#sec-Required-Arguments
extension ValidationContext {
  /// - Parameters:
  ///   - owner: a field or directive.
  ///   - arguments: the arguments of its definition.
  func checkRequiredArguments(_ owner: NodeID, _ arguments: TableIDs<InputValueDefinition>) {
    if arguments.isEmpty { return }
    for argument in arguments {
      let definition = schema[argument]
      if definition.isRequired, tree.argument(definition.name, of: owner) == nil {
        reportMissing(definition, of: owner)
      }
    }
  }

  private func reportMissing(_ argument: InputValueDefinition, of owner: NodeID) {
    let name = schema.names.string(argument.name)
    report(
      .missingArgument,
      "Argument \"\(coordinate(owner))(\(name):)\" of type \"\(schema.description(argument.type))\""
        + " is required, but it was not provided.",
      owner, notes: note("The argument is defined here.", definition: argument.node))
  }

  private func coordinate(_ owner: NodeID) -> String {
    if nodes[owner].kind == .directive { return "@\(name(owner))" }
    // A meta-field such as `__type` is on every query root, but no type lists it.
    if let type = schema[index.type(ofField: owner).named], type.isBuiltIn, type.kind != .scalar {
      return "<meta>.\(name(owner))"
    }
    return "\(schema.name(index.typeOfParent(of: owner))).\(name(owner))"
  }
}
