import ApusSwiftUI
import SwiftUI

public struct AlbumsView: View {
  @GraphQLFetch(AlbumsQuery()) private var albums

  public init() {}

  public var body: some View {
    NavigationStack {
      List {
        switch albums {
        case .loading: ProgressView()
        case .loaded(let data): rows(data)
        case .failed(let error, let last):
          Text(error.localizedDescription)
          if let last { rows(last) }
        }
      }
      .refreshable { await $albums.reload() }
      .navigationTitle("Albums")
      .navigationDestination(for: String.self) { AlbumView(id: $0) }
    }
  }

  private func rows(_ data: AlbumsQuery.Data) -> some View {
    ForEach(data.albums.nodes, id: \.id) { album in
      NavigationLink(value: album.id) { AlbumRow(album: album) }
    }
  }
}
