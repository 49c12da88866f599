import Apollo

struct SearchScreen: Screen {
  func show() async throws {
    let response = try await Client.shared.fetch(query: MusicAPI.SearchQuery(text: "blue"))
    for result in response.data?.search ?? [] { print(ResultLine(result).text) }
    if let errors = response.errors { print("\(errors.count) errors") }
  }
}
