import Apollo
import Foundation

/// Reads around the cache, and through it.
func once(_ client: ApolloClient, _ done: @escaping (Int) -> Void) {
  let query = MusicAPI.AlbumListQuery(genre: .none, first: 3, after: .none)
  client.fetch(query: query, cachePolicy: .fetchIgnoringCacheCompletely) { result in
    done((try? result.get().data?.albums.count) ?? 0)
  }
  client.fetch(query: query, cachePolicy: .returnCacheDataElseFetch) { result in
    done((try? result.get().data?.albums.count) ?? 0)
  }
}
