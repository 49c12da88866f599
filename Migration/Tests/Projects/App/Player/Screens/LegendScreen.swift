struct LegendScreen: Screen {
  func show() async throws {
    for genre in MusicAPI.Genre.allCases { print(Legend.text(genre)) }
    print("MusicAPI.AlbumCard, GraphQLEnum<MusicAPI.Genre> and .case(.jazz) are names of Apollo's.")
  }
}
