import Apus
import ApusClient
import ApusTesting
import Testing

@testable import ApusCache

/// Nullable fields that are nil, under conditions that are true.
@Suite(.timeLimit(.minutes(15))) struct ConditionalNullTests {
  private let response = #"{"me":{"name":"Ada","best":null,"___":"User","___id":"u1"}}"#

  @Test func `A value with a null under a true condition is written again`() async throws {
    let scene = try Scene([.response(response)])
    let query = MeQuery(withBest: true)
    var data = try await scene.client.fetch(query)
    #expect(data.me?.best == nil)
    data = try #require(scene.cache.read(query))
    try scene.cache.transaction { try $0.write(data, for: query) }
    #expect(scene.cache.read(query) == data)
  }

  @Test func `A scripted response with a null under a true condition is read`() async throws {
    let scene = try Scene([.response(response)])
    let query = MeQuery(withBest: true)
    let data = try await scene.client.fetch(query)
    let scripted = try Scene([.data(data)])
    #expect(try await scripted.client.fetch(query) == data)
    #expect(scripted.cache.read(query) == data)
  }

  @Test func `A fragment's null gives way to the member that another selection has`() throws {
    let value: GraphQLValue = ["best": .null, "...Card": ["best": ["title": "T"], "name": .null]]
    #expect(value.withFragmentsMerged == ["best": ["title": "T"], "name": .null])
  }
}
