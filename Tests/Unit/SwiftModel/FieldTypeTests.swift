import Testing

@testable import ApusSwiftModel

/// Fields that meet though their parents declare or bind them otherwise.
@Suite(.timeLimit(.minutes(15))) struct FieldTypeTests {
  private static let schema = """
    type Query { node: Node }
    interface Node { id: ID }
    type Album implements Node { id: ID! title: String }
    type Artist implements Node { id: ID }
    """

  /// The type of `node` in the operation `Home`, and what was found.
  private func node(_ document: String, _ options: GenerationOptions) throws -> (
    type: ResponseType, diagnostics: [String]
  ) {
    let lowered = Lowered(document, schema: FieldTypeTests.schema, options: options)
    guard case .type(let data) = try #require(lowered.program.operations.first).data,
      case .type(let node) = try #require(data.members.first)
    else { throw Absent() }
    return (node, lowered.diagnostics.map(\.message))
  }

  private struct Absent: Error {}

  /// `apus.json` gives the field of the interface and that of the object different types; the directive gives both the same.
  @Test func `a type that a directive names is shared`() throws {
    var options = GenerationOptions()
    for type in ["Node", "Album"] { options.fields["\(type).id"] = .init(type: "\(type)ID") }
    func properties(_ field: String) throws -> [String] {
      let document = "query Home { node { \(field) ... on Album { \(field) title } } }"
      return try node(document, options).type.properties.map(\.swiftName)
    }
    let own = try properties("id")
    #expect(own == ["__typename"])
    let named = try properties("id @apus(type: \"String\")")
    #expect(named == ["__typename", "id"])
  }

  /// A fragment's struct has the key as `ID!`, and the object that spreads it has selected `ID`: it cannot conform.
  @Test func `a key of another type`() throws {
    var options = GenerationOptions()
    options.usesCache = true
    options.hasKeyProperties = true
    let document = """
      query Home { node { id ... on Album { ...Titled } } }
      fragment Titled on Album { title }
      """
    let album = try #require(node(document, options).type.cases.first).payload
    #expect(album.fragments.isEmpty)
    #expect(album.fragmentProperties.count == 1)
  }
}
