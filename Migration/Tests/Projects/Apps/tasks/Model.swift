import Apollo
import Foundation

final class Model {
  private let api: Api
  private let completion: (Int) -> Void
  var titles: [String] = []
  var page = 1

  init(api: Api, completion: @escaping (Int) -> Void) {
    self.api = api
    self.completion = completion
  }

  func load() {
    api.apollo.fetch(
      query: MusicAPI.AlbumListQuery(genre: .some(.init(.jazz)), first: .some(page), after: nil)
    ) { [weak self] result in
      guard let self = self else { return }
      switch result {
      case .success(let graphQLResult):
        if let errors = graphQLResult.errors {
          self.fail(errors)
          return
        }
        self.titles = graphQLResult.data?.albums.map { $0.fragments.albumCard.title } ?? []
        self.completion(self.titles.count)
      case .failure(let error):
        print(error.localizedDescription)
      }
    }
    page += 1
  }

  func rate() {
    let mutation = MusicAPI.RateAlbumMutation(input: .init(albumID: "a", stars: 3))
    _ = api.client().perform(mutation: mutation, queue: .main) { result in
      if case .success(let response) = result, response.errors == nil { print("rated") }
    }
    api.client().perform(mutation: mutation)
  }

  func search(_ text: String) async throws -> MusicAPI.SearchQuery.Data {
    try await withCheckedThrowingContinuation { continuation in
      api.apollo.fetch(query: MusicAPI.SearchQuery(text: text), cachePolicy: .fetchIgnoringCacheData) {
        result in
        switch result {
        case let .success(response):
          if let data = response.data { continuation.resume(returning: data) }
        case let .failure(error): continuation.resume(throwing: error)
        }
      }
    }
  }

  func any<Query: GraphQLQuery>(_ query: Query, done: @escaping (Query.Data?) -> Void) {
    api.apollo.fetch(query: query) { done(try? $0.get().data) }
  }

  private func fail(_ errors: [GraphQLError]) { print(errors.map { $0.message ?? "?" }) }
}

struct Api {
  let apollo: ApolloClient
  func client() -> ApolloClient { apollo }
}
