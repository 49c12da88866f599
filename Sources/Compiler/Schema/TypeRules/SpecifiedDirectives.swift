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
    for type in 1..<schema.typeCount where !schema.types[type].isBuiltIn {
      checker.concern = .type(TypeID(type))
      checker.checkSpecifiedDirectives(of: schema.types[type])
    }
    for directive in 1..<schema.directiveCount {
      checker.concern = .directive(DirectiveID(directive))
      let definition = schema.directives[directive]
      checker.checkDeprecations(definition.firstArgument, definition.argumentCount)
    }
    return checker.diagnostics
  }

  private mutating func checkSpecifiedDirectives(of type: TypeDefinition) {
    var index = Int(type.firstMember)
    let end = index + Int(type.memberCount)
    switch type.kind {
    case .object, .interface:
      while index < end {
        let field = schema.fields + index
        if field.pointee.isDeprecated { checkArguments(of: Keyword.deprecated, on: field.pointee.node) }
        if field.pointee.argumentCount != 0 {
          checkDeprecations(field.pointee.firstArgument, field.pointee.argumentCount)
        }
        index = index &+ 1
      }
    case .inputObject: checkDeprecations(type.firstMember, type.memberCount)
    case .enum:
      while index < end {
        let value = schema.enumValues + index
        if value.pointee.isDeprecated { checkArguments(of: Keyword.deprecated, on: value.pointee.node) }
        index = index &+ 1
      }
    case .scalar:
      let first = Int(type.firstPart)
      for part in first..<first + Int(type.partCount) {
        checkArguments(of: Keyword.specifiedBy, on: schema.parts[part])
      }
    case .union: break
    }
  }

  private mutating func checkDeprecations(_ first: UInt32, _ count: UInt32) {
    var index = Int(first)
    let end = index + Int(count)
    while index < end {
      let value = schema.inputValues + index
      if value.pointee.isDeprecated { checkArguments(of: Keyword.deprecated, on: value.pointee.node) }
      index = index &+ 1
    }
  }

  private mutating func checkArguments(of name: NameID, on node: NodeID) {
    for directive in tree.children(node, .directive) where nodes[directive].name == name {
      for argument in tree.children(directive, .argument) {
        let definition = schema.argument(nodes[argument].name, ofDirective: schema.directive(named: name))
        guard definition != 0, let value = tree.value(argument) else { continue }
        for entry in literals.diagnostics(value, schema.inputValues[Int(definition)].type) {
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
