#if canImport(SwiftUI)
  import ApusSwiftUI
  import MediaKit
  import MediaSamples
  public import SwiftUI

  /// All media. The list requests its next page itself, and reloads when it is pulled down.
  public struct ShelfView: View {
    @GraphQLPages(Shelf.first, by: Shelf.paging, items: Shelf.items) private var shelf

    public init() {}

    public var body: some View {
      NavigationStack {
        List {
          GraphQLRows($shelf, id: \.id) { media in
            NavigationLink(value: media) { MediaRow(media) }
          }
        }
        .refreshable { await $shelf.reload() }
        .navigationTitle("Media")
        .navigationDestination(for: MediaReference.self) { MediaView($0) }
      }
    }
  }

  /// A medium in a list. It reads its own object, so a like only updates this row.
  struct MediaRow: View {
    @GraphQLRead<MediaRowData> private var row: MediaRowData?
    private let media: MediaReference

    init(_ media: MediaReference) {
      self.media = media
      _row = GraphQLRead(MediaRowData.self, media.key)
    }

    var body: some View {
      HStack {
        Text(row?.title ?? "")
        Spacer()
        LikeButton(media: media, likes: row?.likes ?? 0)
      }
    }
  }

  struct ShelfPreviews: PreviewProvider {
    static var previews: some View {
      Preview { ShelfView() }
    }
  }
#endif
