import ApusSource
import ApusSyntax

/// An anonymous operation is the only operation of its document.
///
/// A document is a file: the files of a target are validated together, but each is sent on its own. A literal in a Swift file is
/// a document, too, but no name comes from that file.
///
/// https://spec.graphql.org/September2025/#sec-Lone-Anonymous-Operation
extension ValidationContext {
  func checkLoneAnonymousOperation() {
    for file in tree.files {
      let operations = tree.definitions(file).filter { nodes[$0].kind == .operation }
      if file.source.origin?.container == .swiftLiteral {
        for operation in operations where nodes[operation].name == 0 {
          report(
            .anonymousOperation, "An operation in a Swift file needs a name, after which its type is named.",
            operation)
        }
        continue
      }
      if operations.count < 2 { continue }
      for operation in operations where nodes[operation].name == 0 {
        report(
          .anonymousOperation, "This anonymous operation must be the only defined operation.", operation)
      }
    }
  }
}

extension DiagnosticCode {
  package static let anonymousOperation = DiagnosticCode(
    "anonymous-operation",
    title: "An anonymous operation next to other operations",
    explanation: """
      A request cannot select an operation without a name, so it has to be the only one in its file. Apus names it
      after the file. Operations in Swift files always need a name.
      """,
    example: "{ albums { title } }\nquery Artists { artists { name } }",
    fix: "Name it, or move it to a separate file.")
}
