import ApusSource
import ApusSyntax

/// The values of fields' arguments are variables. This rule of our own is off by default.
extension ValidationContext {
  func checkLiteralArguments() {
    for argument in 0..<tree.count
    where nodes[argument].kind == .argument && nodes[Int(parents[argument])].kind == .field {
      if let value = tree.value(argument) { checkLiterals(in: value, of: argument) }
    }
  }

  /// Reports the largest parts of a value without variables.
  private func checkLiterals(in value: NodeID, of argument: NodeID) {
    guard (value..<Int(nodes[value].next)).contains(where: { nodes[$0].kind == .variable }) else {
      warn(
        .literalArgument,
        "A value of \"\(name(argument))\" is written in the document, so every other value needs a document of its own. Pass it as a variable.",
        at: [tree.range(of: value)])
      return
    }
    for child in tree.children(value) {
      let element = nodes[child].kind == .objectField ? tree.value(child) : child
      if let element { checkLiterals(in: element, of: argument) }
    }
  }
}

extension DiagnosticCode {
  package static let literalArgument = DiagnosticCode(
    "literal-argument",
    title: "An argument of a field whose value is written in the document",
    explanation: """
      A server that only accepts trusted documents knows a document by its text. A value in the text makes it another document for each value, and a
      cache of parsed documents holds each. Arguments of directives and of fragment spreads, and the defaults of variables, do not count.
      """,
    example: "{ albums(first: 10) { title } }",
    fix:
      "Pass a variable, with the value as its default: `query Albums($first: Int = 10) { albums(first: $first) { title } }`.",
    isWarning: true, switchedOnBy: "\"warning\"")
}
