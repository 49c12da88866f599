import SwiftUI

struct AlbumRow<Album: AlbumRowFragment>: View {
  let album: Album

  var body: some View {
    VStack(alignment: .leading) {
      Text(album.title)
      Text(album.artists.map(\.name).joined(separator: ", ")).font(.caption)
    }
  }
}
