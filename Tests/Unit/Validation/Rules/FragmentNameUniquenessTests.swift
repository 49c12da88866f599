import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentNameUniquenessTests {
  private let schema = "type Query { a: Int }"

  @Test func `different names`() {
    #expect(
      diagnostics(
        [.duplicateFragment], "query F { a } fragment F on Query { a } fragment G on Query { a }",
        schema: schema
      ).isEmpty)
  }

  @Test func `one name twice`() {
    #expect(
      diagnostics(
        [.duplicateFragment], "fragment F on Query { a }\nfragment F on Query { b: a }", schema: schema)
        == ["2:10 1:10 There can be only one fragment named \"F\"."])
    #expect(
      diagnostics(
        [.duplicateFragment], "fragment F on Query { a }", "fragment F on Query { a }", schema: schema)
        == ["2/1:10 1:10 There can be only one fragment named \"F\"."])
  }
}
