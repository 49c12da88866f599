import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(5))) struct SeparateOperationsTests {
  private func separate(_ text: String) -> [[String]] {
    let parsed = Parsed(text)
    return parsed.tree.files.flatMap(parsed.tree.separateOperations).map { operation in
      operation.definitions.map { "\(parsed.tree.kind($0)) \(parsed.tree.name($0))" }
    }
  }

  @Test func `each with the fragments it reaches`() {
    #expect(
      separate(
        """
        fragment C on T { c }
        query One { ...A }
        fragment A on T { a { ... on T { ...B } } }
        query Two { two ...C }
        fragment B on T { b ...A }
        query Three { three }
        """) == [
          ["operation One", "fragmentDefinition A", "fragmentDefinition B"],
          ["fragmentDefinition C", "operation Two"], ["operation Three"],
        ])
  }

  @Test func `operation and fragment of one name`() {
    #expect(
      separate("{ ...A } query A { a } fragment A on T { b }")
        == [["operation ", "fragmentDefinition A"], ["operation A"]])
  }

  @Test func `unknown fragments and other definitions are left out`() {
    #expect(separate("{ ...Unknown } type T { a: Int }") == [["operation "]])
  }
}
