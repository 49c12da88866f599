import Apollo
import Foundation

func make(_ url: URL) -> ApolloClient {
  let client = ApolloClient(url: url)
  client.cachePolicy = .fetchIgnoringCacheData
  return client
}

func load(_ client: ApolloClient, _ done: @escaping (Int) -> Void) {
  let query = MusicAPI.AlbumListQuery(genre: .none, first: 3, after: .none)
  client.fetch(query: query) { result in done((try? result.get().data?.albums.count) ?? 0) }
}
