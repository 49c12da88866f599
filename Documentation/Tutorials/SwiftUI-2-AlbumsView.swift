import ApusSwiftUI
import SwiftUI

public struct AlbumsView: View {
  @GraphQLFetch(AlbumsQuery()) private var albums

  public init() {}

  public var body: some View {
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
  }

  private func rows(_ data: AlbumsQuery.Data) -> some View {
    ForEach(data.albums.nodes, id: \.id) { AlbumRow(album: $0) }
  }
}
