import Apollo

struct Summary {
  let text: String

  init(_ response: GraphQLResponse<MusicAPI.SearchQuery>) {
    text = "\(response.data?.search.count ?? 0) results"
  }
}
