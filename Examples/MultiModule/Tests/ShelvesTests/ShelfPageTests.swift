import LibraryAPI
import Testing

@testable import Shelves

/// A fragment of the dependency module, met by an operation of this one.
@Suite(.timeLimit(.minutes(5))) struct ShelfPageTests {
  private let response = """
    {"data": {"shelf": {"name": "Birds", "value": "4155 EUR", "books": [
      {"title": "A Year on the Wing", "medium": "HARDCOVER", "price": "2950 EUR", "author": {"name": "I. Halm"}, "pages": 412},
      {"title": "Songs before Dawn", "medium": "AUDIO", "price": "1205 EUR", "author": {"name": "R. Okafor"}, "pages": null}]}}}
    """

  /// A function over the protocol below, which knows no operation.
  private func author(_ book: some BookRowFragment) -> String { book.author.name }

  @Test func `types of operations conform to the protocol below`() throws {
    let shelf = try #require(try ShelfPageQuery.response(json: Array(response.utf8)).data?.shelf)
    #expect(shelf.books.map { author($0) } == ["I. Halm", "R. Okafor"])
    #expect(shelf.books.map(\.pages) == [412, nil])
    #expect(author(BookRowData(shelf.books[0])) == "I. Halm")
  }

  @Test func `page tells its books`() throws {
    let page = try ShelfPage(json: response.utf8)
    #expect(
      page.lines == [
        "Shelf Birds, worth 41.55 EUR", "📖 A Year on the Wing, I. Halm, 29.50 EUR, 412 pages",
        "🎧 Songs before Dawn, R. Okafor, 12.05 EUR",
      ])
    #expect(
      page.books == [
        BookRowData(
          title: "A Year on the Wing", medium: .hardcover, price: Money(cents: 2950, currency: "EUR"),
          author: .init(name: "I. Halm")),
        BookRowData(
          title: "Songs before Dawn", medium: .audio, price: Money(cents: 1205, currency: "EUR"),
          author: .init(name: "R. Okafor")),
      ])
  }
}
