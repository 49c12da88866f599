import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

/// The types that Swift finds in an enumeration that answers for the cases of a fragment.
@Suite(.timeLimit(.minutes(15))) struct ChoiceNamesTests {
  @Test(arguments: ["Types", "Shared", "Types_", "Loud"])
  func `a union of cases has a name that no associated type or alias has`(_ type: String) throws {
    let lowered = Lowered(
      """
      query Q { node { ...F ... on A { a } ... on B { b } } } fragment F on Node { ... on \(type) { x } }
      """,
      schema: """
        interface Node { id: ID } interface \(type) { x: Int } type C implements Node { id: ID } type Query { node: Node }
        type A implements Node & \(type) { id: ID x: Int a: Int } type B implements Node & \(type) { id: ID x: Int b: Int }
        """)
    let program = lowered.program
    let data = try #require(program.operations.first).data.type
    let node = try #require(data.members.first?.type)
    let unions = node.declaredUnions.map(\.name)
    #expect(!unions.isEmpty)
    let names = node.nestedNames
    #expect(Set(names).count == names.count)
    #expect(Set(unions).isDisjoint(with: program.associatedTypes(of: node).map(\.name)))
  }
}
