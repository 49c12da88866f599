import ApusSource
import ApusSchema
import ApusSyntax

/// Documents do not use deprecated elements. This is a warning and one of our own rules.
///
/// https://spec.graphql.org/September2025/#sec-deprecated
extension ValidationContext {
  /// - Parameter field: a deprecated field.
  func checkDeprecatedUse(ofField field: NodeID, _ definition: FieldDefinition) {
    let coordinate = "\(schema.name(index.typeOfParent(of: field))).\(name(field))"
    warn(.deprecatedField, "The field \(coordinate) is deprecated.", field, definition.node)
  }

  /// - Parameter argument: a deprecated argument.
  func checkDeprecatedUse(ofArgument argument: NodeID, _ definition: InputValueDefinition) {
    let owner = Int(parents[argument])
    let place =
      nodes[owner].kind == .directive
      ? "@\(name(owner))" : "\(schema.name(index.typeOfParent(of: owner))).\(name(owner))"
    warn(
      .deprecatedArgument, "The argument \"\(place)(\(name(argument)):)\" is deprecated.", argument,
      definition.node)
  }

  /// - Parameter field: a deprecated field of an object value.
  func checkDeprecatedUse(ofInputField field: NodeID, _ definition: InputValueDefinition) {
    let type = valueTypes[Int(parents[field])].named
    warn(
      .deprecatedInputField, "The input field \(schema.name(type)).\(name(field)) is deprecated.", field,
      definition.node)
  }

  /// - Parameter value: a deprecated enum value.
  func checkDeprecatedUse(ofEnumValue value: NodeID, _ definition: EnumValueDefinition) {
    warn(
      .deprecatedEnumValue,
      "The enum value \"\(schema.name(valueTypes[value].named)).\(name(value))\" is deprecated.", value,
      definition.node)
  }

  /// - Parameter directive: a directive that the schema marks deprecated.
  func checkDeprecatedUse(ofDirective directive: NodeID, _ definition: DirectiveDefinition) {
    warn(
      .deprecatedDirective, "The directive \"@\(name(directive))\" is deprecated.", directive,
      definition.deprecation)
  }

  private func warn(_ code: DiagnosticCode, _ message: String, _ node: NodeID, _ definition: NodeID) {
    let reason = schema.tree.deprecationReason(of: definition) ?? SyntaxTree.defaultDeprecationReason
    let date = options.lint.expiry(of: reason).map { " The date in the reason, \($0.text), is over." }
    report(
      date == nil ? code : .expiredDeprecation, "\(message)\(date ?? "") \(reason)",
      at: [tree.range(of: node)], notes: note("It is marked deprecated here.", definition: definition),
      severity: .warning, insteadOf: date == nil ? nil : code)
  }
}

extension DiagnosticCode {
  package static let deprecatedField = DiagnosticCode(
    "deprecated-field",
    title: "A deprecated field is selected",
    explanation:
      "The schema marks the field `@deprecated`: the server may drop it. The message gives its reason.",
    example: "{ album(id: \"7\") { coverUrl } }  # coverUrl: String @deprecated(reason: \"Use cover.\")",
    fix: "Select the replacement that the reason names, or silence the warning in the configuration.",
    isWarning: true)

  package static let deprecatedArgument = DiagnosticCode(
    "deprecated-argument",
    title: "A deprecated argument is given",
    explanation:
      "The schema marks the argument `@deprecated`: the server may drop it. The message gives its reason.",
    example:
      "{ albums(limit: 10) { title } }  # albums(first: Int, limit: Int @deprecated(reason: \"Use first.\"))",
    fix: "Use the replacement that the reason names, or silence the warning in the configuration.",
    isWarning: true)

  package static let deprecatedInputField = DiagnosticCode(
    "deprecated-input-field",
    title: "A deprecated field of an input object is given",
    explanation:
      "The schema marks the input field `@deprecated`: the server may drop it. The message gives its reason.",
    example:
      "{ albums(filter: { released: 1999 }) { title } }  # released: Int @deprecated(reason: \"Use year.\")",
    fix: "Use the replacement that the reason names, or silence the warning in the configuration.",
    isWarning: true)

  package static let deprecatedEnumValue = DiagnosticCode(
    "deprecated-enum-value",
    title: "A deprecated enum value is used",
    explanation:
      "The schema marks the value `@deprecated`: the server may drop it. The message gives its reason.",
    example: "{ albums(format: CASSETTE) { title } }  # enum Format { CD CASSETTE @deprecated }",
    fix: "Use the replacement that the reason names, or silence the warning in the configuration.",
    isWarning: true)

  package static let deprecatedDirective = DiagnosticCode(
    "deprecated-directive",
    title: "A deprecated directive is used",
    explanation:
      "The schema marks the directive `@deprecated`: the server may drop it. The message gives its reason.",
    example:
      "{ albums @cached { title } }  # directive @cached @deprecated(reason: \"Use @cacheControl.\") on FIELD",
    fix: "Use the replacement that the reason names, or silence the warning in the configuration.",
    isWarning: true)
}
