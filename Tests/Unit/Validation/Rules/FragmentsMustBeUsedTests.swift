import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FragmentsMustBeUsedTests {
  private let schema = "type Query { a: Query }"

  @Test func `used through others and across files`() {
    #expect(
      diagnostics(
        [.unusedFragment], "{ a { ...F } }",
        "fragment F on Query { a { ...G } } fragment G on Query { a }",
        schema: schema
      ).isEmpty)
  }

  @Test func `a fragment that nothing spreads is reported`() {
    #expect(
      diagnostics(
        [.unusedFragment], "{ a { a } } fragment F on Query { ...G } fragment G on Query { ...F }",
        schema: schema)
        == ["1:22 Fragment \"F\" is never used.", "1:51 Fragment \"G\" is never used."])
  }

  @Test func `the severity is the caller's`() {
    var options = ValidationOptions()
    let document = "fragment F on Query { a }"
    func severities() -> [Diagnostic.Severity] {
      Validated([document], schema: schema, codes: [.unusedFragment], options: options).diagnostics.map(
        \.severity)
    }
    #expect(severities() == [.warning])
    options.unusedFragmentSeverity = .error
    #expect(severities() == [.error])
  }
}
