import Testing

@testable import ApusSwiftModel

/// The names of properties: one for each response key and each fragment in a module.
@Suite(.timeLimit(.minutes(15))) struct MemberNamesTests {
  private let schema = """
    interface Node { id: ID! other: String }
    type User implements Node { id: ID! other: String release_date: String releaseDate: Int card: String }
    type Query { node: Node user: User a: User b: User }
    """

  /// The names of the properties of all types, by path.
  private func names(_ document: String, convertsCase: Bool = true) -> [String: [String]] {
    var options = GenerationOptions()
    options.convertsFieldCase = convertsCase
    let program = Lowered(document, schema: schema, options: options).program
    var result: [String: [String]] = [:]
    for type in program.responseTypes {
      result[type.path] = (type.properties.map(\.swiftName) + type.fragmentProperties.map(\.swiftName))
        .sorted()
    }
    return result
  }

  @Test func `a key that meets another of its name has one name in all types`() {
    let found = names("query Q { a { release_date releaseDate } b { release_date } user { releaseDate } }")
    #expect(found["QQuery.Data.A"] == ["releaseDate", "releaseDate_"])
    #expect(found["QQuery.Data.B"] == ["releaseDate_"])
    #expect(found["QQuery.Data.User"] == ["releaseDate"])
  }

  @Test func `keys that never meet keep their names`() {
    let found = names("query Q { a { release_date } b { releaseDate } }")
    #expect(found["QQuery.Data.A"] == ["releaseDate"])
    #expect(found["QQuery.Data.B"] == ["releaseDate"])
  }

  @Test func `a key that meets the last case of an enumeration has one name in all types`() {
    let found = names("query Q { node { other ... on User { card } } user { other } }")
    #expect(found["QQuery.Data.Node"] == ["__typename", "other_"])
    #expect(found["QQuery.Data.User"] == ["other_"])
  }

  @Test func `a fragment that meets a field of its name has one name in all types`() {
    let found = names(
      """
      query Q($x: Boolean!) { a { card ...card @include(if: $x) } b { id ...card @include(if: $x) } }
      fragment card on User { releaseDate }
      """)
    #expect(found["QQuery.Data.A"] == ["card", "cardFragment"])
    #expect(found["QQuery.Data.B"] == ["cardFragment", "id"])
  }

  @Test(arguments: [
    (#"fragment F on Album { title @apus(name: "Artist") artist { name } }"#, "field \"title\""),
    (
      #"query Q($x: Boolean!) { album { artist { name } ... @include(if: $x) @apus(name: "Artist") { title } } }"#,
      "fragment \"Artist\""
    ),
  ])
  func `a given name that an associated type needs is changed, with a warning`(
    _ document: String, _ subject: String
  ) {
    let lowered = Lowered(
      document,
      schema:
        "type Query { album: Album } type Album { title: String artist: Artist } type Artist { name: String }"
    )
    let members = lowered.program.responseTypes.flatMap { type in
      type.properties.map(\.swiftName) + type.fragmentProperties.map(\.swiftName)
    }
    #expect(!members.contains("Artist"))
    #expect(lowered.program.responseTypes.contains { $0.name == "Artist" })
    #expect(lowered.diagnostics.map(\.code) == [.nameCollision])
    let message = lowered.diagnostics.first?.message ?? ""
    #expect(message.contains("The property for the \(subject) is called"), "\(message)")
    #expect(message.contains("instead of \"Artist\", because the type of another field needs that name"))
  }

  @Test func `the name of an enumeration's last case is not given to a field in silence`() {
    let lowered = Lowered(
      #"query Q { node { id @apus(name: "other") ... on User { card } } }"#, schema: schema)
    #expect(lowered.diagnostics.map(\.code) == [.nameCollision])
  }

  @Test func `names do not depend on the order of the definitions`() {
    let definitions = [
      "query A { user { release_date releaseDate other } }",
      "query B { user { release_date id } node { other } }",
      "query C { node { id other ... on User { ...F } } }", "fragment F on User { release_date }",
    ]
    let first = names(definitions.joined(separator: " "))
    for index in definitions.indices {
      let order = definitions[index...] + definitions[..<index]
      #expect(names(order.joined(separator: " ")) == first)
      #expect(names(order.reversed().joined(separator: " ")) == first)
    }
  }

  @Test func `no name keeps a type from conforming`() throws {
    var options = GenerationOptions()
    options.convertsFieldCase = true
    let program = Lowered(
      """
      query Q { user { releaseDate ...F } node { ...G } }
      fragment F on User { release_date } fragment G on Node { other ... on User { id } }
      """, schema: schema, options: options
    ).program
    let types = Dictionary(program.responseTypes.map { ($0.path, $0) }) { first, _ in first }
    let user = try #require(types["QQuery.Data.User"])
    #expect(program.conformances[user].map(\.fragment.name) == ["FFragment"])
  }
}
