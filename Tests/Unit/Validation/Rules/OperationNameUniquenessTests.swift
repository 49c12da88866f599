import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct OperationNameUniquenessTests {
  private let schema = "type Query { a: Int } type Mutation { a: Int }"

  @Test func `different names`() {
    #expect(
      diagnostics(
        [.duplicateOperation], "query A { a } query B { a } { a } fragment A on Query { a }",
        schema: schema
      ).isEmpty)
  }

  @Test func `one name twice`() {
    #expect(
      diagnostics([.duplicateOperation], "query A { a } mutation A { a }", schema: schema) == [
        "1:24 1:7 There can be only one operation named \"A\"."
      ])
  }

  @Test func `one name in two files`() {
    #expect(
      diagnostics([.duplicateOperation], "query A { a }", "query A { a }", schema: schema) == [
        "2/1:7 1:7 There can be only one operation named \"A\"."
      ])
  }
}
