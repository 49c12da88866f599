import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct VariableUniquenessTests {
  private let schema = "type Query { a(x: Int): Int }"

  @Test func `a variable that is defined once is accepted`() {
    #expect(
      diagnostics(
        [.duplicateVariable], "query A($x: Int, $y: Int) { a } query B($x: Int) { a }", schema: schema
      )
      .isEmpty)
  }

  @Test func `several times`() {
    #expect(
      diagnostics([.duplicateVariable], "query A($x: Int, $y: Int, $x: ID, $x: Int) { a }", schema: schema)
        == [
          "1:10 1:28 1:36 There can be only one variable named \"$x\"."
        ])
  }
}
