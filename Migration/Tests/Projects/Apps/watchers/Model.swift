import Apollo
import Foundation

final class Model {
  private let client: ApolloClient
  private var watcher: GraphQLQueryWatcher<MusicAPI.AlbumPageQuery>?
  private var isFromCache = false
  var title = ""

  init(client: ApolloClient) { self.client = client }

  func start(_ id: String) {
    watcher = client.watch(
      query: MusicAPI.AlbumPageQuery(id: id), cachePolicy: .returnCacheDataAndFetch
    ) { [weak self] result in
      switch result {
      case .success(let value):
        self?.isFromCache = value.source == .cache
        self?.title = value.data?.album?.title ?? ""
      case .failure(let error): print(error)
      }
    }
  }

  func reload() { watcher?.refetch() }

  deinit { watcher?.cancel() }
}
