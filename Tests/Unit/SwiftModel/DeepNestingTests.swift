import Testing

@testable import ApusSwiftModel

/// Types that are nested so deep that they stand in the outermost type.
@Suite(.timeLimit(.minutes(15))) struct DeepNestingTests {
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
    let names = data.members.map(\.name)
    #expect(names == ["ReplyAuthor", "Level0", "AReplyAuthor", "BReplyAuthor"])
  }

  /// Two fragments that meet at every level, so that the operation has types of its own for all levels.
  @Test func `only the definition that nests too deeply is reported`() {
    func fragment(_ name: String, _ rest: String) -> String {
      "fragment \(name) on Item { " + String(repeating: "next { ", count: 150) + rest
        + String(repeating: " }", count: 151)
    }
    let fragments = [
      fragment("A", "...A2 a: size"), fragment("B", "...B2 b: size"), fragment("A2", "a2: size"),
      fragment("B2", "b2: size"),
    ]
    let lowered = Lowered(
      "query Deep { next { ...A ...B } } query Flat { next { size } } " + fragments.joined(separator: " "),
      schema: "type Query { next: Item } type Item { next: Item size: Int }")
    #expect(lowered.diagnostics.count == 1)
    #expect(lowered.diagnostics.first?.code == .typesTooDeep)
  }
}
