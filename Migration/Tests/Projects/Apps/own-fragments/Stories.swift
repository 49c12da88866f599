import Apollo

struct Story { var fragments: [String] }

func texts(_ story: Story, _ album: MusicAPI.AlbumListQuery.Data.Album) -> [String] {
  story.fragments + [album.fragments.albumCard.title]
}
