import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct InputObjectFieldUniquenessTests {
  private func check(_ document: String) -> [String] {
    diagnostics([.duplicateInputField], document, schema: "type Query { a(x: I): Int } input I { y: I }")
  }

  @Test func `a field that is given once is accepted`() {
    #expect(check("{ a(x: {y: {y: {}}}) b: a(x: {y: null, z: {y: 1}}) }").isEmpty)
  }

  @Test func `a field that is given twice is reported`() {
    #expect(
      check("{ a(x: {y: {z: 1, z: 2}, y: 1, y: 2}) }") == [
        "1:26 1:9 There can be only one input field named \"y\".",
        "1:32 1:9 There can be only one input field named \"y\".",
        "1:19 1:13 There can be only one input field named \"z\".",
      ])
  }
}
