import Testing

@testable import ApusIR

/// Swift allows 4,000 rules for protocols that depend on each other; documents that need more are told before Swift sees them.
@Suite(.timeLimit(.minutes(5))) struct GenericRuleLimitTests {
  /// A fragment of `count` type conditions, spread at a wider place under `depth` fragments that select there again.
  private func lower(_ count: Int, depth: Int) -> Lowered {
    let types = (0..<count).map { "type T\($0) implements SP & P { id: ID! a: Int }" }.joined(separator: "\n")
    let conditions = (0..<count).map { "... on T\($0) { a }" }.joined(separator: " ")
    let stack = (1...depth).map { "fragment C\($0) on Item { ...C\($0 - 1) ps { f\($0): id } }" }
      .joined(separator: "\n")
    return Lowered(
      """
      fragment F on SP { \(conditions) }
      fragment S on P { ...F }
      fragment C0 on Item { ps { ...S } }
      \(stack)
      query Q { item { ...C\(depth) } }
      """,
      schema: """
        interface P { id: ID! } interface SP implements P { id: ID! }
        \(types)
        type Group implements P { id: ID! } type Item { ps: [P!]! } type Query { item: Item }
        """)
  }

  @Test(arguments: [(200, 1), (120, 6)]) func `what Swift can check is taken`(_ count: Int, _ depth: Int) {
    #expect(lower(count, depth: depth).diagnostics.isEmpty)
  }

  @Test(arguments: [(280, 1), (160, 6)])
  func `more is refused once, at the first fragment that needs it`(_ count: Int, _ depth: Int) throws {
    let lowered = lower(count, depth: depth)
    let problem = try #require(lowered.diagnostics.first)
    #expect(lowered.diagnostics.count == 1)
    #expect(problem.code == .tooManyTypeConditions)
    #expect(problem.message.contains("type conditions meet in fragment \"C"), "\(problem.message)")
  }
}
