import Apollo

extension MusicAPI.Genre { var title: String { rawValue.lowercased() } }

func title(_ album: MusicAPI.AlbumCard?) -> String? { album?.genre.value?.title }

func known(_ genre: GraphQLEnum<MusicAPI.Genre>) -> MusicAPI.Genre {
  guard let value = genre.value else { return .rock }
  if let again = genre.value, again != value { return again }
  return value
}

func loud(_ album: MusicAPI.AlbumCard) -> Bool {
  switch album.genre.value {
  case .rock?, .hipHop?: return true
  case .jazz?: return false
  case nil: return false
  }
}

func wrap(_ genre: MusicAPI.Genre) -> GraphQLEnum<MusicAPI.Genre> { .case(first([genre])) }

func first(_ genres: [MusicAPI.Genre]) -> MusicAPI.Genre { genres.first ?? .rock }

func all(_ albums: [MusicAPI.AlbumCard]) -> [MusicAPI.Genre] { albums.compactMap { $0.genre.value } }
