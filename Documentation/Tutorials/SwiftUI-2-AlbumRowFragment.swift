import Apus
import SwiftUI

struct AlbumRow<Album: AlbumRowFragment>: View {
  static var fragment: GraphQLSource {
    """
    fragment AlbumRow on Album {
      title
      artists {
        name
      }
    }
    """
  }

  let album: Album

  var body: some View {
    VStack(alignment: .leading) {
      Text(album.title)
      Text(album.artists.map(\.name).joined(separator: ", ")).font(.caption)
    }
  }
}
