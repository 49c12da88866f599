import Apollo

struct LongSearchScreen: Screen {
  var limit: Int? = 50

  func show() async throws {
    let query = MusicAPI.SearchQuery(text: "blue", limit: limit ?? .none)
    print(try await Client.shared.fetch(query: query).data?.search.count ?? 0)
  }
}
