import ApusSource
import ApusSyntax

extension ValidationContext {
  /// - Parameter definition: an operation or fragment whose selections, including fragments, nest too deep.
  func reportTooDeep(_ definition: NodeID) {
    report(
      .fragmentsNestedTooDeeply,
      "Selections nest more than \(FragmentGraph.maximumDepth) deep through fragments. Validation aborted.",
      definition)
  }
}

extension DiagnosticCode {
  package static let fragmentsNestedTooDeeply = DiagnosticCode(
    "fragments-nested-too-deeply",
    title: "Fragments that nest selections too deeply",
    explanation: """
      Selection sets may be nested 200 deep, counted through all fragments that are spread in them. No document written
      by hand
      is near this limit; a faulty program may generate one. Nothing else is checked until this is fixed.
      """,
    example:
      "{ ...F1 }\nfragment F1 on Query { ...F2 }\nfragment F2 on Query { ...F3 }  # and so on, 200 fragments",
    fix: "Nest fewer fragments.")
}
