import ApusCache
import ApusClient
import ApusSwiftUI
import MediaKit

/// What somebody does in the app, step by step: scroll to the end of the list, open a medium, like it, read what others write.
@MainActor
struct Walk {
  let client: GraphQLClient

  init(_ client: GraphQLClient) { self.client = client }

  /// - Throws: `GaveUp` when the server does not answer.
  func run(reviews: Int) async throws {
    let items = try await scroll()
    guard let first = items.first else { return print("the shelf is empty") }
    try await open(first)
    // The server refuses the thirteenth.
    for media in [first] + items.dropFirst(12).prefix(1) { try await like(media) }
    if reviews > 0 { try await read(reviews, of: first) }
  }

  private func scroll() async throws -> [MediaReference] {
    let shelf = GraphQLPager(Shelf.first, client: client, by: Shelf.paging, items: Shelf.items)
    try await wait { !shelf.isFetching }
    var counts = [shelf.items.count]
    while shelf.hasNext, shelf.error == nil {
      await shelf.loadNext()
      counts.append(shelf.items.count)
    }
    if let error = shelf.error { throw error }
    print("shelf: \(counts.map(String.init).joined(separator: ", ")) media")
    return shelf.items
  }

  private func open(_ media: MediaReference) async throws {
    let details = GraphQLWatcher(MediaDetailsQuery(id: media.id), client: client)
    try await wait { !details.isFetching }
    if let error = details.state.error { throw error }
    guard let shown = details.state.data?.media else { return print("\(media.id) is gone") }
    let kind: String
    switch shown {
    case .book(let book): kind = "a book of \(book.pages) pages"
    case .film(let film): kind = "a film of \(Int(film.durationSeconds)) seconds"
    case .other: kind = "a medium"
    }
    print("\(shown.title): \(kind), by \(shown.creator?.name ?? "nobody"), \(shown.reviews.count) reviews")
  }

  /// Likes a medium, and says each number of likes that its row shows: one more before the server has answered, and one less if it refuses.
  private func like(_ media: MediaReference) async throws {
    guard let cache = client.cache else { return }
    let row = DrawnRow(cache.watch(MediaRowData.self, media.key))
    defer { row.drawing.cancel() }
    try await wait { !row.likes.isEmpty }
    var end = ""
    do {
      _ = try await client.perform(
        LikeMutation(id: media.id), optimistically: LikeMutation.oneMore(of: media))
    } catch {
      end = ": refused"
    }
    let last = cache.read(MediaRowData.self, media.key)?.likes
    try await wait { row.likes.last == last }
    let shown = row.likes.map { $0.map(String.init) ?? "–" }
    print("likes of \(media.id): \(shown.joined(separator: ", "))\(end)")
  }

  private func read(_ count: Int, of media: MediaReference) async throws {
    let reviews = GraphQLSubscriber(
      ReviewAddedSubscription(mediaId: media.id), client: client, into: [], Reviews.add)
    try await wait { (reviews.state.data?.count ?? 0) >= count || reviews.state.error != nil }
    if let error = reviews.state.error { throw error }
    for review in reviews.state.data ?? [] { print("review: \(review.line)") }
  }

  private func wait(_ condition: () -> Bool) async throws {
    for _ in 0..<3000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    if !condition() { throw GaveUp() }
  }
}

/// The numbers of likes that a row has shown. What came and went before the row was drawn it has not shown.
@MainActor
private final class DrawnRow {
  private(set) var likes: [Int?] = []
  private(set) var drawing = Task<Void, Never> {}

  init(_ updates: GraphQLCacheUpdates<MediaRowData>) {
    drawing = Task { [weak self] in
      for await update in updates { self?.draw(update.data?.likes) }
    }
  }

  private func draw(_ count: Int?) {
    if likes.last != .some(count) { likes.append(count) }
  }
}

/// The server has not answered for half a minute.
struct GaveUp: Error {}
