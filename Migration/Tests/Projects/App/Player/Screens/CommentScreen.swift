import Apollo

struct CommentScreen: Screen {
  var comment: String? = "good"

  func show() async throws {
    let input = MusicAPI.RatingInput(albumID: "a1", stars: 4, reviewText: comment ?? .none)
    let mutation = MusicAPI.RateAlbumMutation(input: input)
    let rated: MusicAPI.RateAlbumMutation.Data.RateAlbum? = try await Client.shared.perform(
      mutation: mutation
    ).data?.rateAlbum
    print(rated?.id ?? "none")
  }
}
