import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(5))) struct FragmentsMustBeUsedTests {
  private let schema = "type Query { a: Query }"

  @Test func usedThroughOthersAndAcrossFiles() {
    #expect(
      diagnostics(
        .fragmentsMustBeUsed, "{ a { ...F } }",
        "fragment F on Query { a { ...G } } fragment G on Query { a }",
        schema: schema
      ).isEmpty)
  }

  @Test func unused() {
    #expect(
      diagnostics(
        .fragmentsMustBeUsed, "{ a { a } } fragment F on Query { ...G } fragment G on Query { ...F }",
        schema: schema)
        == ["1:13 Fragment \"F\" is never used.", "1:42 Fragment \"G\" is never used."])
  }

  @Test func severityIsTheCallers() {
    var options = ValidationOptions()
    options.rules = .fragmentsMustBeUsed
    let document = "fragment F on Query { a }"
    #expect(
      Validated([document], schema: schema, options: options).diagnostics.map(\.severity) == [.warning])
    options.unusedFragmentSeverity = .error
    #expect(Validated([document], schema: schema, options: options).diagnostics.map(\.severity) == [.error])
  }
}
