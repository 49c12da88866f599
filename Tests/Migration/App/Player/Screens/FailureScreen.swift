import Apollo

struct FailureScreen: Screen {
  func show() async throws {
    let response = try await Client.shared.fetch(query: MusicAPI.SearchQuery(text: "blue"))
    print(response.errors?.count ?? 0)
  }
}
