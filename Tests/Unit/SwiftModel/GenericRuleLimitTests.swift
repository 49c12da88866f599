import Testing

@testable import ApusSwiftModel

/// Swift allows 4,000 rules for protocols that depend on each other; documents that need more are told before Swift sees them.
@Suite(.timeLimit(.minutes(15))) struct GenericRuleLimitTests {
  /// A fragment of `count` type conditions.
  private func lower(_ count: Int) -> Lowered {
    let types = (0..<count).map { "type T\($0) implements P { id: ID! a: Int }" }.joined(separator: "\n")
    let conditions = (0..<count).map { "... on T\($0) { a }" }.joined(separator: " ")
    return Lowered(
      "query Q { item { ...F } } fragment F on P { \(conditions) }",
      schema: "interface P { id: ID! } type Query { item: P }\n" + types)
  }

  @Test func `what Swift can check is taken`() {
    #expect(lower(500).diagnostics.isEmpty)
  }

  @Test func `more is refused once`() throws {
    let lowered = lower(530)
    let problem = try #require(lowered.diagnostics.first)
    #expect(lowered.diagnostics.count == 1)
    #expect(problem.code == .tooManyTypeConditions)
    #expect(
      problem.message.contains("The fragment \"F\" has 530 type conditions, more than Swift can check"),
      "\(problem.message)")
  }
}
