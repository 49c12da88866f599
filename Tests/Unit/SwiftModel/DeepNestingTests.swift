import Testing

@testable import ApusSwiftModel

/// Types that are nested so deep that they stand in the outermost type.
@Suite(.timeLimit(.minutes(15))) struct DeepNestingTests {
  private func name(_ member: DeclaredName) -> String {
    switch member {
    case .type(let type): type.name
    case .alias(let name, _): name
    }
  }

  /// Two deep places of one name, and a list at the top whose element would have the name as well.
  @Test func `their names differ`() throws {
    let leaves = ["a", "b"].map { "\($0): next { reply: next { author: next { \($0)Size: size } } }" }
    var selections = leaves.joined(separator: " ")
    for level in (0..<Declarations.maximumNesting - 2).reversed() {
      selections = "level\(level): next { \(selections) }"
    }
    let lowered = Lowered(
      "query Home { replyAuthors: all { size } \(selections) }",
      schema: "type Query { next: Item all: [Item] } type Item { next: Item size: Int }")
    #expect(lowered.diagnostics.isEmpty)
    guard case .type(let data) = try #require(lowered.program.operations.first).data else {
      Issue.record("Home has no type")
      return
    }
    let names = data.members.map(name)
    #expect(names == ["ReplyAuthor", "Level0", "AReplyAuthor", "BReplyAuthor"])
  }
}
