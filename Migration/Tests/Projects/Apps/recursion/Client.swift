import Apollo

/// An overload that differs from Apollo's in its result alone.
extension ApolloClient {
  func perform<Mutation: GraphQLMutation>(mutation: Mutation) async throws -> Mutation.Data? {
    let response: GraphQLResponse<Mutation> = try await perform(mutation: mutation)
    return response.data
  }
}

func rate(_ client: ApolloClient) async throws -> String? {
  let data: MusicAPI.RateAlbumMutation.Data? = try await client.perform(
    mutation: MusicAPI.RateAlbumMutation(input: .init(albumID: "a", stars: 2, reviewText: nil)))
  return data?.rateAlbum.title
}
