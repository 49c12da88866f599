import Testing

@testable import ApusDriver

/// Directives that change the cache, such as `@appendEdge`, in targets with a module below.
@Suite(.timeLimit(.minutes(15))) struct ModuleCacheEditTests {
  private static let schema = """
    type Query { albums(first: Int, after: String): AlbumConnection! save: SavePayload! }
    type Mutation { save(id: ID!): SavePayload! remove(id: ID!): RemovePayload! }
    type AlbumConnection { edges: [AlbumEdge!]! pageInfo: PageInfo! }
    type AlbumEdge { cursor: String! node: Album! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Album { id: ID! title: String! }
    type SavePayload { edges: [AlbumEdge!] }
    type RemovePayload { removed: ID }
    """
  private static let saved = """
    fragment Saved on SavePayload { all: edges @prependEdge(connections: "Query.albums") { node { title } } }
    """

  private func run(
    low: String = saved, app: String, lowConfiguration: String = #"{ "accessLevel": "public", "cache": {} }"#
  ) throws -> InheritedOptionsTests.Run {
    try InheritedOptionsTests.Run(Self.schema, low: low, app: app, lowConfiguration: lowConfiguration)
  }

  @Test func `an operation has the edits of a fragment below, with the paths in its own response`() throws {
    let run = try run(
      app: """
        mutation Save($id: ID!) { first: save(id: $id) { ...Saved } }
        mutation Remove($id: ID!) { remove(id: $id) { removed @deleteRecord(type: "Album") } }
        """)
    #expect(run.messages.isEmpty, "\(run.messages)")
    #expect(run.text.contains(#"[.prependEdge(["first", "all"], to: ["Query.albums"])]"#), "\(run.text)")
    // The cache of the module below is that of the modules above.
    #expect(run.text.contains(#"[.deleteRecord(["remove", "removed"], "Album")]"#))
    #expect(!run.text.contains("@prependEdge") && !run.text.contains("@deleteRecord"))
  }

  @Test func `edits of operations below are not repeated above`() throws {
    let run = try run(
      low: Self.saved + "\nmutation Low($id: ID!) { save(id: $id) { ...Saved } }",
      app: "mutation Save($id: ID!) { save(id: $id) { edges { node { title } } } }")
    #expect(run.messages.isEmpty, "\(run.messages)")
    #expect(!run.text.contains("_cacheEdits"))
  }

  @Test func `a query above that spreads a fragment with an edit is an error`() throws {
    let run = try run(app: "query Saves { save { ...Saved } }")
    #expect(run.messages.count == 1)
    #expect(run.messages.first?.contains(#""@prependEdge" changes the cache"#) == true, "\(run.messages)")
  }
}
