import Apollo

/// A function whose parameter does not say what it takes.
func same<Value>(_ value: Value) -> Value { value }

struct Values {
  var name: String?
  var page: Int?
  var limit: GraphQLNullable<Int> = .none

  func nullables(_ isFirst: Bool) -> [GraphQLNullable<String>] {
    [
      same(.some("a")),
      same(.null),
      same(isFirst ? .some("a") : .none),
      same(name ?? .none),
      same(name ?? .null),
    ]
  }

  func searches(_ isFirst: Bool) -> [MusicAPI.SearchQuery] {
    [
      MusicAPI.SearchQuery(text: "a", limit: .null),
      MusicAPI.SearchQuery(text: "a", limit: page ?? .null),
      MusicAPI.SearchQuery(text: "a", limit: limit),
    ]
  }

  func lists(_ isFirst: Bool) -> MusicAPI.AlbumListQuery {
    MusicAPI.AlbumListQuery(genre: .none, first: (isFirst ? 1 : nil) ?? .none, after: .none)
  }

  func numbers(_ values: [String: GraphQLNullable<Int>]) -> [Int] { values.compactMap { $0.value.unwrapped } }

  func genres(_ text: String) -> [GraphQLEnum<MusicAPI.Genre>] {
    [
      same(.init(.jazz)),
      GraphQLEnum<MusicAPI.Genre>.case(MusicAPI.Genre.jazz),
    ]
  }

  func isJazz(_ text: String) -> Bool { GraphQLEnum(rawValue: text).value == MusicAPI.Genre.jazz }

  func known(_ genre: GraphQLEnum<MusicAPI.Genre>) -> MusicAPI.Genre? {
    switch genre {
    case .case(let known): known
    case .unknown: nil
    }
  }

  func rating() -> MusicAPI.RatingInput { MusicAPI.RatingInput(album: "a") }
}

extension MusicAPI.RatingInput {
  init(album: String) { self.init(albumID: album, stars: 5) }
}
