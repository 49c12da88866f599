import ApusSource
import ApusSyntax

/// Arguments have input types, default values match, and required arguments are not deprecated.
///
/// https://spec.graphql.org/September2025/#sec-Field-Arguments
extension TypeChecker {
  /// The definition that an argument belongs to.
  enum ArgumentOwner {
    case field(TypeID, NameID)
    case directive(NameID)
  }

  mutating func checkArguments(_ arguments: TableIDs<InputValueDefinition>, _ owner: ArgumentOwner) {
    for argument in arguments {
      let argument = schema[argument]
      checkReservedNames(argument.name, argument.node)
      if !isInput(argument.type) { reportArgumentType(argument, owner) }
      if argument.isDeprecated, argument.isRequired {
        report(
          .deprecatedRequired,
          "Required argument \(coordinate(argument, owner)) cannot be deprecated.",
          at: deprecation(of: argument.node))
      }
      if argument.hasDefault {
        checkDefaultValues(argument) { $0.coordinate(argument, owner) }
      }
    }
  }

  func isInput(_ type: TypeReference) -> Bool {
    if let named = type.named { schema[named].isInput } else { false }
  }

  /// The argument's coordinate (section 2.14).
  private func coordinate(_ argument: InputValueDefinition, _ owner: ArgumentOwner) -> String {
    switch owner {
    case .field(let type, let field): "\(schema.name(type)).\(text(field))(\(text(argument.name)):)"
    case .directive(let name): "@\(text(name))(\(text(argument.name)):)"
    }
  }

  private mutating func reportArgumentType(_ argument: InputValueDefinition, _ owner: ArgumentOwner) {
    guard let node = tree.type(argument.node) else { return }
    if argument.type.named == nil { return checkListDepth(node) }
    // As in the reference, the place is the whole argument of a directive, but only the type of a field's.
    let place =
      if case .directive = owner { argument.node } else { node }
    report(
      .notAnInputType,
      "The type of \(coordinate(argument, owner)) must be Input Type"
        + " but got: \(schema.description(argument.type)).",
      at: [place])
  }
}

extension DiagnosticCode {
  package static let notAnInputType = DiagnosticCode(
    "not-an-input-type",
    title: "An argument or input field with an output type",
    explanation: """
      Arguments, input fields and variables are of scalars, enums, input objects, and lists of these. Objects,
      interfaces and unions are for results only.
      """,
    example: "type Album { title: String }\ntype Mutation { add(album: Album): ID }",
    fix: "Define an input object with the same fields: `input AlbumInput { title: String }`.")

  package static let deprecatedRequired = DiagnosticCode(
    "deprecated-required",
    title: "A required argument or input field that is deprecated",
    explanation: """
      A required argument cannot be left out, so it cannot be deprecated. An argument is required if its type is
      non-null and
      it has no default value.
      """,
    example: "type Query { albums(first: Int! @deprecated): [String] }",
    fix: "Make the type nullable or give a default value first: `first: Int = 10 @deprecated`.",
    isOneCause: true)
}
