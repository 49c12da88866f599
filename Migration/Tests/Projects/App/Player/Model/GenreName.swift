import ApolloAPI

struct GenreName {
  let genre: GraphQLEnum<MusicAPI.Genre>

  init(_ genre: GraphQLEnum<MusicAPI.Genre>) { self.genre = genre }

  var text: String {
    switch genre {
    case .case(.rock): return "rock"
    case .case(.jazz): return "jazz"
    case .case(.hipHop): return "hip hop"
    case .unknown(let name): return "unknown \(name)"
    }
  }
}
