import ApusSource
import ApusSchema
import ApusSyntax

/// A field with `@stream` has a list type.
extension IncrementalDelivery {
  func checkStreamedFieldsAreLists() {
    for directive in uses where context.nodes[directive].name == Keyword.stream {
      let field = Int(context.parents[directive])
      guard context.nodes[field].kind == .field, context.index.field(field) != nil,
        !context.index.type(ofField: field).isList
      else { continue }
      context.report(
        .streamOnNonList,
        "Stream directive cannot be used on non-list field \"\(context.name(field))\" on type"
          + " \"\(context.schema.name(context.index.typeOfParent(of: field)))\".", directive)
    }
  }
}

extension DiagnosticCode {
  package static let streamOnNonList = DiagnosticCode(
    "stream-on-non-list",
    title: "A streamed field that is not a list",
    explanation: "Streaming delivers the items of a list one by one, so the field must have a list type.",
    example: "{ album(id: \"7\") @stream { title } }",
    fix: "Use `@defer` on a fragment, or remove the directive.")
}
