import Apollo

func isLarge(_ client: ApolloClient) async throws -> Bool {
  let response = try await client.fetch(query: AppAPI.ItemQuery(id: "a"))
  return response.data?.item?.size == .case(.large)
}

func count(_ client: ApolloClient) async throws -> Int {
  try await client.fetch(query: AppAPI.ListQuery(first: .some(3))).data?.items.count ?? 0
}
