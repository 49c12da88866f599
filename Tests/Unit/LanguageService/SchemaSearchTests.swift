import ApusSource
import Testing

@testable import ApusLanguageService

@Suite(.timeLimit(.minutes(5))) struct SchemaSearchTests {
  private static let schema = """
    type Query { album(id: ID!): Album albums: [Album!]! }
    "A record."
    type Album {
      title: String!
      releaseDate: String
      "When it was first sold."
      sold: String @deprecated
    }
    enum Genre { ROCK "Loud." METAL }
    input AlbumFilter { genre: Genre }
    directive @cached("How long." seconds: Int) on FIELD
    """

  private func find(
    _ query: String, kinds: Set<SchemaSearch.Kind> = [], of owner: String? = nil
  ) -> [String] {
    let analysis = SampleProject(
      schema: SourceFile(path: "s.graphqls", text: SchemaSearchTests.schema), documents: []
    ).analysis
    return SchemaSearch.find(
      query, kinds: kinds, of: owner.flatMap { analysis.owner(named: $0) }, in: analysis
    )
    .map(\.coordinate)
  }

  @Test func `the best match comes first`() {
    #expect(
      find("album") == [
        "Album", "Query.album", "AlbumFilter", "Query.albums", "Album.releaseDate", "Album.title",
        "AlbumFilter.genre", "Query.album(id:)", "Album.sold",
      ])
    #expect(find("Album.title").first == "Album.title")
    #expect(find("@cached").first == "@cached")
    #expect(find("metal") == ["Genre.METAL"])
  }

  @Test func `words are found in any order, in names and descriptions`() {
    #expect(find("date release") == ["Album.releaseDate"])
    #expect(find("first sold") == ["Album.sold"])
    #expect(find("album sold first") == ["Album.sold"])
    #expect(find("LOUD") == ["Genre.METAL"])
    #expect(find("how long") == ["@cached(seconds:)"])
    #expect(find("nothing like this") == [])
  }

  @Test func `kinds and owners bound a search`() {
    #expect(find("album", kinds: [.type]) == ["Album", "AlbumFilter"])
    #expect(find("", of: "Album") == ["Album.releaseDate", "Album.title", "Album.sold"])
    #expect(find("", of: "@cached") == ["@cached(seconds:)"])
    #expect(find("title", of: "Genre") == [])
    // Introspection is not part of a schema's own elements.
    #expect(!find("", kinds: [.type]).contains { $0.hasPrefix("__") })
  }
}
