import Apollo

func load(_ client: ApolloClient) async throws -> AnimeAPI.MediaQuery.Data? {
  try await client.fetch(query: AnimeAPI.MediaQuery(id: 1)).data
}

func ids(_ page: AnimeAPI.MediaQuery.Data.Page) -> [Int] { page.media.map { $0.id } }
