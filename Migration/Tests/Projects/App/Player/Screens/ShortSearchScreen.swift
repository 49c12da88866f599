import Apollo

struct ShortSearchScreen: Screen {
  func show() async throws {
    let response: GraphQLResponse<MusicAPI.SearchQuery> = try await Client.shared.fetch(
      query: MusicAPI.SearchQuery(text: "b", limit: nil))
    print(Summary(response).text)
  }
}
