import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct ShapeLimitsTests {
  private let schema = """
    type Query { node: Node }
    interface Node { id: ID! next: Node }
    type A implements Node { id: ID! next: Node }
    type B implements Node { id: ID! next: Node }
    """

  /// A document in which every level is reached by twice as many sets of fragments as the one before.
  private func multiplying(levels: Int) -> String {
    var document = "query Home { node { ...F0_0 } }\n"
    for level in 0..<levels {
      for state in 0...level {
        let next = state == 0 ? "...F\(level + 1)_0" : "...F\(level + 1)_\(state + 1)"
        let both = state == 0 ? next + " ...F\(level + 1)_1" : next
        document +=
          "fragment F\(level)_\(state) on Node { f\(state): id ... on A { next { \(both) } } ... on B { next { \(next) } } }\n"
      }
    }
    for state in 0...levels { document += "fragment F\(levels)_\(state) on Node { f\(state): id }\n" }
    return document
  }

  @Test func `few levels are lowered`() {
    let lowered = Lowered(multiplying(levels: 4), schema: schema)
    #expect(lowered.diagnostics.isEmpty)
    #expect(lowered.program.operations.count == 1)
  }

  @Test func `many are refused for one definition`() throws {
    // Each alias has a type of its own.
    let nodes = (0...10_000).map { "n\($0): next { ...F f\($0): id }" }.joined(separator: " ")
    let lowered = Lowered(
      "query Home { node { \(nodes) } } fragment F on Node { id }", schema: schema)
    let diagnostic = try #require(lowered.diagnostics.first)
    #expect(lowered.diagnostics.count == 1)
    #expect(diagnostic.code == .tooManyShapes)
    #expect(diagnostic.message.contains("\"Home\" needs more than 10000 Swift types"))
    #expect(!diagnostic.notes.isEmpty)
  }

  @Test func `many are refused for all definitions together`() throws {
    // Each definition alone is within the limit when the next begins: what bounds the run is their sum.
    let lowered = Lowered(multiplying(levels: 40), schema: schema)
    let diagnostic = try #require(lowered.diagnostics.first)
    #expect(lowered.diagnostics.count == 1)
    #expect(diagnostic.code == .tooManyShapes)
    #expect(diagnostic.message.contains("the types of all documents together have more than"))
    #expect(!diagnostic.notes.isEmpty)
  }

  @Test func `documents may be as large as they are`() {
    #expect(ShapeLimits(nodeCount: 1_000_000).excess(shapeCount: 1, work: 9_000_000) == nil)
    #expect(ShapeLimits(nodeCount: 1_000).excess(shapeCount: 1, work: 9_000_000) != nil)
  }
}
