import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct ArgumentUniquenessTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.duplicateArgument], document, schema: "type Query { a(x: Int, y: Int): Int }")
  }

  @Test func `an argument that is given once is accepted`() {
    #expect(check("{ a(x: 1, y: 2) b: a(x: 1) @d(x: 1) @d(x: 1) c: a @d(x: {x: 1}) }").isEmpty)
  }

  @Test func `an argument that is given twice is reported`() {
    #expect(check("{ a(x: 1, x: 1) }") == ["1:5 1:11 There can be only one argument named \"x\"."])
    #expect(
      check("{ a @d(x: 1, y: 1, x: 2, y: 2, x: 3) }") == [
        "1:8 1:20 1:32 There can be only one argument named \"x\".",
        "1:14 1:26 There can be only one argument named \"y\".",
      ])
  }
}
