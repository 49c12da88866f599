import Testing

@testable import ApusSwiftModel

/// The properties of an enumeration that answer for fragments.
@Suite(.timeLimit(.minutes(15))) struct CaseAccessorTests {
  private let schema = """
    type Query { found: [Result!]! }
    union Result = Album | Artist
    type Album { title: String similar: Album tracks: [Track!] }
    type Artist { name: String }
    type Track { length: Int }
    """

  /// The names of the properties of `found`, where its albums have `Card`.
  private func accessors(card: String) throws -> [String] {
    let lowered = Lowered(
      """
      query Home { found { ... on Album { ...Card } ... on Artist { name } } }
      fragment Card on Album { \(card) }
      fragment Title on Album { title }
      """, schema: schema)
    #expect(lowered.diagnostics.isEmpty)
    guard case .type(let data) = try #require(lowered.program.operations.first).data,
      case .type(let found) = try #require(data.members.first)
    else {
      Issue.record("Home has no types")
      return []
    }
    return found.accessors.map(\.swiftName)
  }

  /// A fragment that only another fragment spreads is reached through that one.
  @Test func `a fragment of a fragment has none of its own`() throws {
    let found = try accessors(card: "...Title")
    #expect(found == ["asAlbum", "asArtist", "card"])
  }

  /// A spread within a field belongs to another object, also if it follows a nested field.
  @Test func `a fragment that a field has as well has its own`() throws {
    for similar in ["...Title", "...Title tracks { length }", "tracks { length } ...Title"] {
      let found = try accessors(card: "...Title similar { \(similar) }")
      #expect(found == ["asAlbum", "asArtist", "card", "title"], "\(similar)")
    }
  }

  /// The warning points at the field that has the name.
  @Test func `a name that a field has`() throws {
    let lowered = Lowered(
      """
      query Home { node { id ... on Album { ...Id } } }
      fragment Id on Album { title }
      """,
      schema: """
        type Query { node: Node }
        interface Node { id: ID }
        type Album implements Node { id: ID title: String }
        type Artist implements Node { id: ID }
        """)
    #expect(lowered.diagnostics.map(\.code) == [.nameCollision])
    let warning = try #require(lowered.diagnostics.first)
    #expect(warning.severity == .warning)
    #expect(warning.ranges.map(\.position.column) == [42])
    #expect(warning.notes.map { $0.range?.position.column } == [21])
  }
}
