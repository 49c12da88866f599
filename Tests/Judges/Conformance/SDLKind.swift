import ApusSource
import ApusSchema
import ApusSyntax

/// `validate_sdl`: what the SDL rules find in a document, which may extend a schema.
func validateSDL(_ question: Question) -> Answer {
  var text = SchemaText(options: question)
  if let refusal = text.read(question.schema) { return refusal }
  let source = question.source
  let first = text.tree.count
  if let error = Parser.parse(source, into: text.tree, options: question.parserOptions).first {
    return .refused(error, in: source)
  }
  let codes = question.rules.map { rules in rules.flatMap { codesByReferenceName[$0] ?? [] } }
  let found = text.violations(from: first).filter { codes?.contains($0.diagnostic.code) ?? true }
  return found.isEmpty ? .accepted([:]) : .refused(stage: "validate", found.map(\.diagnostic))
}
