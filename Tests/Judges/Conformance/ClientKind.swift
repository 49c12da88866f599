import ReferencePrinter
import ApusSource
import ApusSchema
import ApusSyntax

/// `client`: a schema out of an introspection result, printed.
func client(_ question: Question) -> Answer {
  guard let text = question.introspection else { return .unsupported("no introspection result is given") }
  let loaded = SchemaLoader.load([SourceFile(path: "schema.json", bytes: text)], names: NameTable())
  // The reference stops at the first thing that it cannot read, and gives no places.
  if let entry = loaded.diagnostics.first(where: { $0.stage == .syntax || $0.stage == .introspection }) {
    return refusedWithoutPlaces(stage: "client", [entry.diagnostic])
  }
  let diagnostics = loaded.diagnostics.map(\.diagnostic)
  if !diagnostics.isEmpty { return refusedWithoutPlaces(stage: "schema-types", diagnostics) }
  return .accepted(["printed": SchemaPrinter.print(loaded.schema)])
}
