import ApusIR
import ApusSchema
import ApusSyntax

/// Operations.
extension Translator {
  func declare(_ operation: Operation, in text: inout SwiftText) {
    let protocolName = "GraphQL" + SwiftNames.capitalized(operation.kind.keyword)
    text.documentation(
      Documentation(lines: SwiftLiteral.commentLines(tree.description(operation.node) ?? "")))
    text.openType(
      "\(access)struct \(operation.swiftName)",
      inherits: [declaredNames.contains(protocolName) ? "Apus.\(protocolName)" : protocolName])
    declareSent(inputs(operation), in: &text)
    text.separate()
    declare(operation.data, in: &text)
    text.close()
  }

  func code(_ operation: Operation, in text: inout SwiftText) {
    codeSent(global(operation.swiftName), inputs(operation), in: &text) { text in
      for (name, value) in [
        ("operationName", operation.name), ("operationDocument", operation.document),
        ("operationID", operation.id),
      ] {
        text.assignment("\(access)static let \(name)", SwiftLiteral.string(value))
      }
      if operation.isIncremental { text.line("\(access)static let isIncremental = true") }
      text.separate()
    }
    code(operation.data, in: &text)
  }

  private func inputs(_ operation: Operation) -> [InputMember] {
    operation.variables.map {
      InputMember(
        key: $0.name, swiftName: $0.swiftName, type: $0.type, leaf: program.leafType(of: $0),
        presence: $0.presence,
        documentation: documentation(of: $0))
    }
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
