import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct LoneAnonymousOperationTests {
  private let schema = "type Query { a: Int }"

  @Test func `an anonymous operation alone is accepted`() {
    #expect(
      diagnostics([.anonymousOperation], "{ ...F } fragment F on Query { a }", schema: schema).isEmpty)
  }

  @Test func `beside others in its file`() {
    let message = "This anonymous operation must be the only defined operation."
    #expect(
      diagnostics([.anonymousOperation], "{ a } query A { a }", schema: schema) == ["1:1 \(message)"])
    #expect(
      diagnostics([.anonymousOperation], "{ a }\nquery { a }", schema: schema) == [
        "1:1 \(message)", "2:1 \(message)",
      ])
  }

  @Test func `each file is a document`() {
    #expect(diagnostics([.anonymousOperation], "{ a }", "{ a }", "query A { a }", schema: schema).isEmpty)
  }
}
