import Apollo

struct BandScreen: Screen {
  func show() async throws {
    let data = try await Client.shared.fetch(query: MusicAPI.SearchQuery(text: "blue", limit: .some(3))).data
    let bands: [MusicAPI.SearchQuery.Data.Search.AsBand] = data?.search.compactMap(\.asBand) ?? []
    print(bands.map(\.name))
  }
}
