// @generated
@_exported import ApolloAPI

extension MusicAPI {
  enum Objects { static let album = "Album" }

  enum Genre: String, EnumType {
    case rock = "ROCK"
    case jazz = "JAZZ"
    case hipHop = "HIP_HOP"
  }

  struct RatingInput: Sendable {
    let json: [String: String]

    init(
      albumID: String, stars: Int, reviewText: GraphQLNullable<String> = nil,
      genre: GraphQLNullable<GraphQLEnum<Genre>> = nil
    ) {
      var json = ["albumID": albumID, "stars": "\(stars)"]
      json["review_text"] = variable(reviewText).map { "\($0)" }
      if case .some(let genre) = genre { json["genre"] = genre.rawValue }
      self.json = json
    }
  }
}
