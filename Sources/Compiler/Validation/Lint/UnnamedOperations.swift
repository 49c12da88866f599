import ApusSource
import ApusSyntax

/// Every operation has a name. This rule of our own is off by default.
///
/// The rule about lone anonymous operations reports those next to other operations, and those in Swift files.
extension ValidationContext {
  func checkUnnamedOperations() {
    for file in tree.files where file.source.origin?.container != .swiftLiteral {
      let operations = tree.definitions(file).filter { nodes[$0].kind == .operation }
      guard operations.count == 1, let operation = operations.first, nodes[operation].name == 0 else {
        continue
      }
      warn(
        .unnamedOperation, "This operation has no name, so the server's logs cannot name it. Name it.",
        at: [tree.range(of: operation)])
    }
  }
}

extension DiagnosticCode {
  package static let unnamedOperation = DiagnosticCode(
    "unnamed-operation",
    title: "An operation without a name",
    explanation: """
      The name of an operation is in the request, so that logs, traces and lists of trusted documents can name it. An operation that is alone in
      its file may lack one, and its Swift type is then named after the file.
      """,
    example: "{ albums { title } }",
    fix: "Name it: `query Albums { … }`.", isWarning: true, switchedOnBy: "\"warning\"")
}
