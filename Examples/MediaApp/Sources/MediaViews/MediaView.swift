#if canImport(SwiftUI)
  import ApusClient
  import ApusSwiftUI
  import MediaKit
  import SwiftUI

  /// One medium, with the reviews that arrive while it is shown.
  struct MediaView: View {
    @GraphQLFetch<MediaDetailsQuery> private var details: GraphQLState<MediaDetailsQuery.Data>
    @GraphQLSubscribe<ReviewAddedSubscription, [ReviewLineData]> private var reviews:
      GraphQLState<[ReviewLineData]>
    private let media: MediaReference

    init(_ media: MediaReference) {
      self.media = media
      _details = GraphQLFetch(MediaDetailsQuery(id: media.id))
      _reviews = GraphQLSubscribe(
        ReviewAddedSubscription(mediaId: media.id), into: [], Reviews.add)
    }

    var body: some View {
      List {
        switch details {
        case .loading: ProgressView()
        case .loaded(let data): sections(data)
        case .failed(let error, let last):
          Text(error.localizedDescription)
          Button("Try again") { Task { await $details.reload() } }
          if let last { sections(last) }
        }
      }
      .refreshable { await $details.reload() }
      .navigationTitle(details.data?.media?.title ?? "")
    }

    @ViewBuilder private func sections(_ data: MediaDetailsQuery.Data) -> some View {
      if let shown = data.media {
        Section("About") {
          Text(shown.creator?.name ?? "Nobody")
          switch shown {
          case .book(let book): Text("\(book.pages) pages")
          case .film(let film): Text("\(Int(film.durationSeconds)) seconds")
          case .other: EmptyView()
          }
          LikeButton(media: media, likes: shown.likes)
        }
        Section("Reviews") {
          if let error = reviews.error {
            Text(error.localizedDescription)
            Button("Listen again") { $reviews.reload() }
          }
          let live = reviews.data ?? []
          let known = Set(live.map(\.id))
          ForEach(live + shown.reviews.filter { !known.contains($0.id) }, id: \.id) { Text($0.line) }
        }
      } else {
        Text("This is gone.")
      }
    }
  }

  struct MediaPreviews: PreviewProvider {
    static var previews: some View {
      Preview {
        NavigationStack { MediaView(MediaReference(typename: "Book", id: "m1")) }
      }
    }
  }
#endif
