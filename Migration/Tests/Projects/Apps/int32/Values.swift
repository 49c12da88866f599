import Apollo

struct Pages {
  var page: Int32 = 1
  func query(_ size: Int32) -> MusicAPI.AlbumListQuery {
    MusicAPI.AlbumListQuery(genre: .none, first: .some(Int(page)), after: .none)
  }
  func other() -> MusicAPI.AlbumListQuery {
    MusicAPI.AlbumListQuery(genre: .none, first: .some(4), after: .none)
  }
}
