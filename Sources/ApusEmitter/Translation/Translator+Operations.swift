import ApusIR
import ApusSchema
import ApusSyntax

/// Operations.
extension Translator {
  func translate(_ operation: Operation) -> [Declaration] {
    var declaration = TypeDeclaration(keyword: .struct, name: operation.swiftName)
    declaration.documentation.lines = SwiftLiteral.commentLines(tree.description(operation.node) ?? "")
    declaration.inherited = [runtime("GraphQL" + SwiftNames.capitalized(operation.kind.keyword))]
    func constant(_ name: String, _ value: String) -> Declaration {
      .property(PropertyDeclaration(introducer: "static let", name: name, value: SwiftLiteral.string(value)))
    }
    declaration.members = [
      constant("operationName", operation.name), constant("operationDocument", operation.document),
      constant("operationID", operation.id),
    ]
    for variable in operation.variables {
      declaration.members.append(
        .property(
          PropertyDeclaration(
            documentation: documentation(of: variable), introducer: "var",
            name: SwiftNames.escape(variable.swiftName),
            type: inputType(variable.type, isOptional: variable.isOptional))))
    }
    let inputs = operation.variables.map {
      InputMember(
        key: $0.name, swiftName: $0.swiftName, storedName: $0.swiftName, type: $0.type,
        isOptional: $0.isOptional)
    }
    declaration.members.append(.function(memberwiseInitializer(inputs)))
    declaration.members.append(.function(readingInitializer(inputs)))
    declaration.members.append(.function(writeFunction(inputs)))
    declaration.members.append(translate(operation.data))
    return [.type(declaration)]
  }

  /// The variable's description and the default that the server uses.
  private func documentation(of variable: Variable) -> Documentation {
    var result = Documentation(lines: SwiftLiteral.commentLines(tree.description(variable.node) ?? ""))
    if let value = tree.value(variable.node) {
      if !result.lines.isEmpty { result.lines.append("") }
      result.lines += SwiftLiteral.commentLines("Default: `\(tree.text(of: value))`")
    }
    return result
  }
}
