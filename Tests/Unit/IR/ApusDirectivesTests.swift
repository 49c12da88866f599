import Testing

@testable import ApusIR

/// The protocols that `@apus` adds to types.
@Suite(.timeLimit(.minutes(5))) struct ApusDirectivesTests {
  @Test func `selections that merge conform to all protocols of their directives`() throws {
    let lowered = Lowered(
      """
      query Q { album @apus(conformsTo: ["A"]) { a } album @apus(conformsTo: ["B", "A"]) { b } album { c } }
      """, schema: "type Query { album: Album } type Album { a: Int b: Int c: Int }")
    #expect(lowered.diagnostics.isEmpty)
    guard case .type(let data) = try #require(lowered.program.operations.first).data,
      case .type(let album) = try #require(data.members.first)
    else {
      Issue.record("there is no type of \"album\"")
      return
    }
    #expect(album.directiveConformances == ["A", "B"])
  }
}
