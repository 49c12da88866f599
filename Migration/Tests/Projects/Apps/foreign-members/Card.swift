import Apollo

struct Card {
  var genre: GraphQLEnum<MusicAPI.Genre>
  func wrap() -> MusicAPI.Genre { .rock }
  var isLoud: Bool { genre.value == .rock || genre == .case(wrap()) }
}

let favorite = GraphQLEnum<MusicAPI.Genre>(.jazz)
