import Apollo

enum Mood { case unknown, calm }

func name(_ genre: GraphQLEnum<MusicAPI.Genre>, _ mood: Mood) -> String {
  switch mood {
  case .unknown: break
  case .calm: return "calm"
  }
  switch genre {
  case .case(.jazz): return "Jazz"
  case .case(.hipHop), .case(.rock): return "loud"
  case .unknown(let text): return text
  }
}

func same(_ album: MusicAPI.AlbumCard, _ genre: MusicAPI.Genre) -> Bool {
  album.genre == .case(.jazz) || album.genre == GraphQLEnum(genre) || album.genre.rawValue == "ROCK"
}

func compare(_ album: MusicAPI.AlbumCard, _ genre: MusicAPI.Genre, _ text: String) -> Bool {
  let isLoud = text.isEmpty
  let query = MusicAPI.AlbumListQuery(genre: .some(.init(genre)), first: .none, after: .none)
  let other = MusicAPI.AlbumListQuery(genre: .some(.init(text)), first: .none, after: .none)
  return album.genre == GraphQLEnum(text)
    || album.genre == GraphQLEnum("JAZZ")
    || album.genre == GraphQLEnum(isLoud ? .rock : .jazz)
    || GraphQLEnum(genre).rawValue == "ROCK" || "\(query)" == "\(other)"
}

let favorite: GraphQLEnum<MusicAPI.Genre> = .init(.jazz)

let all: [GraphQLEnum<MusicAPI.Genre>] = [
  .case(.rock), GraphQLEnum<MusicAPI.Genre>.case(.jazz), .init(rawValue: "POP"),
]
