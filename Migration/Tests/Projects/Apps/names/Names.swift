import Apollo
import Foundation

typealias Old = MusicAPI.AlbumRow
typealias Artist = MusicAPI.AlbumListQuery.Data.Album.Artist
typealias Parts = MusicAPI.AlbumListQuery.Data.Album.Fragments
typealias Counter = Apollo.Atomic<Int>
typealias Album = Mock<String>

func values(_ album: MusicAPI.AlbumListQuery.Data.Album) -> [String] {
  let type = MusicAPI.Objects.album
  let date = MusicAPI.DateTime("2026")
  let card = MusicAPI.AlbumCard(_dataDict: DataDict(["title": "a"]))
  let artist = MusicAPI.AlbumCard.Artist(name: "b")
  return [type, date, card.title, artist.name, "\(album.__data)", "\(album.resultMap)"]
}

func parts(_ album: MusicAPI.AlbumListQuery.Data.Album, _ other: MusicAPI.AlbumListQuery.Data.Album?)
  -> [String]
{
  let parts = album.fragments
  return [parts.albumCard.title, (other ?? album).fragments.albumCard.title]
}
