import Apollo

struct FailureScreen: Screen {
  func show() async throws {
    let query = MusicAPI.SearchQuery(text: "blue")
    let response = try await Client.shared.fetch(query: query, cachePolicy: .networkOnly)
    print(response.errors?.count ?? 0)
  }
}
