import Apollo
import Foundation

final class Stores {
  private let client: ApolloClient
  private let store: ApolloStore

  init(client: ApolloClient, file: URL) throws {
    self.client = client
    store = ApolloStore(cache: try SQLiteNormalizedCache(fileURL: file))
  }

  func clear(_ records: RecordSet) {
    client.clearCache { result in print(result) }
    client.store.publish(records: records)
    let own = client.store
    own.publish(records: records)
  }

  func read(_ done: @escaping (String?) -> Void) {
    store.withinReadTransaction({ transaction in
      try transaction.read(query: MusicAPI.AlbumPageQuery(id: "a")).album?.title
    }) { result in done((try? result.get()).flatMap { $0 }) }
  }

  func isChanged(_ result: GraphQLResult<MusicAPI.AlbumPageQuery.Data>) -> Bool {
    result.dependentKeys?.contains("Album:a") == true
  }

  func load(_ policy: CachePolicy = .returnCacheDataDontFetch) { show(.returnCacheDataElseFetch) }

  func show(_ policy: CachePolicy) {
    let policies: [CachePolicy] = [.returnCacheDataAndFetch, .fetchIgnoringCacheData, policy]
    print(policies.count)
  }
}

extension ApolloClient {
  func forget() { clearCache() }
}
