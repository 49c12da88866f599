import ApusSource
import ApusSyntax

/// Arguments and input fields have input types, default values match, and required ones are not deprecated.
///
/// https://spec.graphql.org/September2025/#sec-Field-Arguments
/// https://spec.graphql.org/September2025/#sec-Input-Objects.Type-Validation
extension TypeChecker {
  /// The definition that an argument or an input field belongs to.
  enum InputOwner {
    case field(TypeID, NameID)
    case directive(NameID)
    case inputObject(TypeID)
  }

  mutating func checkInputs(_ inputs: TableIDs<InputValueDefinition>, _ owner: InputOwner) {
    for input in inputs {
      let input = schema[input]
      checkReservedNames(input.name, input.node)
      if !isInput(input.type) { reportInputType(input, owner) }
      if input.isDeprecated, input.isRequired {
        let kind = if case .inputObject = owner { "input field" } else { "argument" }
        report(
          .deprecatedRequired, "Required \(kind) \(coordinate(input, owner)) cannot be deprecated.",
          at: deprecation(of: input.node))
      }
      if input.hasDefault {
        checkDefaultValues(input) { $0.coordinate(input, owner) }
      }
      if case .inputObject(let type) = owner, schema[type].isOneOf { checkOneOfInputObjects(type, input) }
    }
  }

  private func isInput(_ type: TypeReference) -> Bool {
    if let named = type.named { schema[named].isInput } else { false }
  }

  /// The coordinate of an argument or an input field (section 2.14).
  private func coordinate(_ input: InputValueDefinition, _ owner: InputOwner) -> String {
    switch owner {
    case .field(let type, let field): "\(schema.name(type)).\(text(field))(\(text(input.name)):)"
    case .directive(let name): "@\(text(name))(\(text(input.name)):)"
    case .inputObject(let type): inputCoordinate(type, input)
    }
  }

  private mutating func reportInputType(_ input: InputValueDefinition, _ owner: InputOwner) {
    guard let node = tree.type(input.node) else { return }
    if input.type.named == nil { return checkListDepth(node) }
    // As in the reference, the range is the whole argument if it is a directive's, otherwise only the type.
    let place =
      if case .directive = owner { input.node } else { node }
    report(
      .notAnInputType,
      "The type of \(coordinate(input, owner)) must be Input Type"
        + " but got: \(schema.description(input.type)).",
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
