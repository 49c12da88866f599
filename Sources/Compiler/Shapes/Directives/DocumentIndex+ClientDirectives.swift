import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

extension DocumentIndex {
  /// Reports client-side directives in locations, or with argument values, that ``ClientDirective`` does not allow for them.
  package func checkClientDirectives(_ diagnostics: DiagnosticSink) {
    for directive in directives {
      let place = NodeID(parents[directive])
      if let fault = clientDirective(directive)?.fault(directive, on: place, tree) {
        diagnostics.append(
          Diagnostic(.error, .invalidClientDirective, "\(fault).", at: [tree.range(of: directive)]))
      }
    }
  }
}

extension DiagnosticCode {
  static let invalidClientDirective = DiagnosticCode(
    "invalid-client-directive",
    title: "A client-side directive in a place or with a value that it does not have",
    explanation: """
      Directives of the Apollo and Relay clients are never sent. The schema need not define them, so the compiler knows
      where each can be used, and with which values.
      """,
    example: "query Home @catch(to: NULL) { album { title } }",
    fix: "Move the directive to a place that the message names: `album @catch(to: NULL) { title }`.")
}
