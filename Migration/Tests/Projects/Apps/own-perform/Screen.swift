import Apollo

final class Screen: Sendable {
  private let network: ApolloClient
  private let reporter: any Reporter

  init(network: ApolloClient, reporter: any Reporter) {
    self.network = network
    self.reporter = reporter
  }

  func rate(_ stars: Int) async throws -> String? {
    let input = MusicAPI.RatingInput(albumID: "a", stars: stars, reviewText: .some("Good"))
    let rated = try await network.perform(
      mutation: MusicAPI.RateAlbumMutation(input: input), reporter: reporter)
    let plain = try await network.perform(
      mutation: MusicAPI.RateAlbumMutation(input: .init(albumID: "b", stars: 1, genre: .some(.init(.jazz)))))
    return rated?.rateAlbum.title ?? plain.data?.rateAlbum.title
  }
}
