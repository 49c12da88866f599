import ApusSwiftUI
import SwiftUI

struct AlbumView: View {
  @GraphQLFetch<AlbumQuery> private var details: GraphQLState<AlbumQuery.Data>

  init(id: String) {
    _details = GraphQLFetch(AlbumQuery(id: id))
  }

  var body: some View {
    List {
      if let error = details.error { Text(error.localizedDescription) }
      if let album = details.data?.album {
        AlbumRow(album: album)
        SaveButton(album: album)
        Section("Tracks") {
          ForEach(album.tracks, id: \.id) { Text($0.title) }
        }
      } else if details.isLoading {
        ProgressView()
      }
    }
    .navigationTitle(details.data?.album?.title ?? "")
  }
}
