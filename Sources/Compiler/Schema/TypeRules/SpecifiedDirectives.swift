import ApusSource
import ApusSyntax

/// The arguments of `@deprecated` and `@specifiedBy` are valid, because the schema depends on their values.
///
/// https://spec.graphql.org/September2025/#sec--deprecated
/// https://spec.graphql.org/September2025/#sec--specifiedBy
extension TypeChecker {
  /// Checks the directives that affect the schema itself.
  ///
  /// The reference does so while it builds the types, before all other type checks.
  package static func checkSpecifiedDirectives(_ schema: Schema) -> [TypeDiagnostic] {
    var checker = TypeChecker(schema: schema)
    for type in schema.allTypes where !schema[type].isBuiltIn {
      checker.concern = .type(type)
      checker.checkSpecifiedDirectives(of: type)
    }
    for directive in schema.allDirectives {
      checker.concern = .directive(directive)
      checker.checkDeprecations(schema.arguments(of: directive))
    }
    return checker.diagnostics
  }

  private mutating func checkSpecifiedDirectives(of type: TypeID) {
    switch schema[type].kind {
    case .object, .interface:
      for field in schema.fields(of: type) {
        if schema[field].isDeprecated { checkArguments(of: Keyword.deprecated, on: schema[field].node) }
        checkDeprecations(schema.arguments(of: field))
      }
    case .inputObject: checkDeprecations(schema.inputFields(of: type))
    case .enum:
      for value in schema.enumValues(of: type) where schema[value].isDeprecated {
        checkArguments(of: Keyword.deprecated, on: schema[value].node)
      }
    case .scalar:
      for part in schema.parts(of: type) { checkArguments(of: Keyword.specifiedBy, on: part) }
    case .union: break
    }
  }

  private mutating func checkDeprecations(_ values: TableIDs<InputValueDefinition>) {
    for value in values where schema[value].isDeprecated {
      checkArguments(of: Keyword.deprecated, on: schema[value].node)
    }
  }

  private mutating func checkArguments(of name: NameID, on node: NodeID) {
    for directive in tree.children(node, .directive) where nodes[directive].name == name {
      for argument in tree.children(directive, .argument) {
        guard let directive = schema.directive(named: name),
          let definition = schema.argument(nodes[argument].name, of: directive),
          let value = tree.value(argument)
        else { continue }
        for entry in literals.diagnostics(value, schema[definition].type) {
          report(
            .invalidDirectiveArgument,
            "Argument \"\(tree.name(argument))\" has invalid value: \(entry.message)", at: [entry.node])
        }
      }
    }
  }
}

extension DiagnosticCode {
  package static let invalidDirectiveArgument = DiagnosticCode(
    "invalid-directive-argument",
    title: "An argument of @deprecated or @specifiedBy that is not a string",
    explanation: "The reason of `@deprecated` and the URL of `@specifiedBy` are strings.",
    example: "type Album { name: String @deprecated(reason: 1999) }",
    fix: "Write a string: `@deprecated(reason: \"Renamed in 1999.\")`.")
}
