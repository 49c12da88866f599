import ApusShapes
import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct SettledNullsTests {
  /// In a module of fragments alone, a required field that is null makes its object nil, as in an operation.
  @Test func `a fragment that no operation spreads`() throws {
    let lowered = Lowered(
      "fragment Shelved on Shelf { albums { title @required(action: NONE) } }",
      schema: "type Query { shelf: Shelf } type Shelf { albums: [Album] } type Album { title: String }")
    #expect(!lowered.diagnostics.contains { $0.severity == .error })
    guard case .type(let type) = try #require(lowered.program.fragments.first).data else {
      Issue.record("Shelved has no type")
      return
    }
    #expect(type.properties.map(\.swiftName) == ["albums"])
    // An element of the list, and not the list.
    let rules = try #require(type.properties.first).field.nulls
    #expect(rules[0] == [] && rules[1] == .isNilWithin && rules[2] == [])
  }
}
