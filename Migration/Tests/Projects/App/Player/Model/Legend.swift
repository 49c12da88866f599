import ApolloAPI

enum Legend {
  static func text(_ genre: MusicAPI.Genre) -> String {
    "\(genre.rawValue) is \(GenreName(GraphQLEnum(genre)).text)"
  }
}
