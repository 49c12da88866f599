import ReferencePrinter
import ApusSchema

/// `schema` and `extend`: a schema with all checks, printed.
func schema(_ question: Question) -> Answer {
  withSchema(of: question) { .accepted(["printed": SchemaPrinter.print($0)]) }
}

/// Hands over the schema of a question, or answers why it is refused.
func withSchema(of question: Question, _ body: (Schema) -> Answer) -> Answer {
  var text = SchemaText(options: question)
  if let refusal = text.read(question.schema) ?? text.checkTypes() { return refusal }
  guard let schema = text.schema else { return .unsupported("no schema is given") }
  return body(schema)
}
