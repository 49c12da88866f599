import Apollo

struct RatingScreen: Screen {
  func show() async throws {
    let input = MusicAPI.RatingInput(
      albumID: "a1", stars: 5, reviewText: .some("still new"), genre: .some(.init(.jazz)))
    let response = try await Client.shared.perform(mutation: MusicAPI.RateAlbumMutation(input: input))
    print(response.data?.rateAlbum.title ?? "not rated")
  }
}
