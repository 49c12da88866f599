import Apollo

func name(_ client: ApolloClient) async throws -> String? {
  try await client.fetch(query: WidgetAPI.WidgetQuery(id: "a")).data?.item?.name
}
