import Apollo
import Foundation

@MainActor final class Screens {
  private let client: ApolloClient
  private var request: (any Cancellable)?
  var titles: [String] = []

  init(client: ApolloClient) { self.client = client }

  func load() {
    request = client.fetch(
      query: MusicAPI.AlbumListQuery(genre: .none, first: 3, after: nil), cachePolicy: .fetchIgnoringCacheData
    ) { result in
      if case .success(let value) = result {
        print(value.errors?.first?.message ?? "", value.data?.albums.count ?? 0)
      }
    }
    client.perform(mutation: MusicAPI.RateAlbumMutation(input: .init(albumID: "a", stars: 3))) {
      (result: Result<GraphQLResult<MusicAPI.RateAlbumMutation.Data>, any Error>) in
      print(result)
    }
  }
}
