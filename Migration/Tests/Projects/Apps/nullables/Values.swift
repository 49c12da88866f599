import Apollo

struct Values {
  var jwt: String?
  var page: Int?
  var genre: GraphQLEnum<MusicAPI.Genre>?
  var stored: GraphQLNullable<String> = .none

  func list(_ isFirst: Bool, after: GraphQLNullable<String> = nil) -> MusicAPI.AlbumListQuery {
    let first: GraphQLNullable<Int>
    if isFirst { first = .some(1) } else { first = .none }
    return MusicAPI.AlbumListQuery(genre: genre ?? .none, first: first, after: after)
  }

  func queries(_ isFirst: Bool) -> [MusicAPI.AlbumListQuery] {
    [
      MusicAPI.AlbumListQuery(
        genre: .null, first: isFirst ? .some(3) : .none, after: jwt.map { .some($0) } ?? .none),
      MusicAPI.AlbumListQuery(genre: genre ?? .null, first: page ?? .null, after: jwt ?? .none),
      MusicAPI.AlbumListQuery(genre: .some(.case(.jazz)), first: .some(page!), after: stored),
      list(true, after: .some("x")),
      list(true, after: isFirst ? nil : .some("x")),
    ]
  }

  func input(_ review: String?) -> MusicAPI.RatingInput {
    .init(albumID: "a", stars: 3, reviewText: review ?? .none, genre: .none)
  }

  mutating func reset() {
    stored = .null
    stored = jwt ?? .none
    stored = .some("a" + "b")
  }

  var optional: Int? { page == nil ? .none : .some(3) }

  var next: GraphQLNullable<Int> { page ?? .none }

  func chains(_ other: Int?) -> [MusicAPI.AlbumListQuery] {
    [
      MusicAPI.AlbumListQuery(genre: .init(.jazz), first: page ?? other ?? .none, after: .none),
      MusicAPI.AlbumListQuery(
        genre: page == nil ? .init(.rock) : .none, first: .none, after: jwt ?? stored),
      MusicAPI.AlbumListQuery(genre: .none, first: page ?? .some(3), after: .none),
    ]
  }

  func text() -> String {
    switch stored {
    case .some(let value): value
    case .none, .null: "nothing"
    }
  }
}
