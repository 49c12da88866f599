import LibraryAPI
import Testing

@testable import Shelves

/// A fragment of the dependency module, met by an operation of this one.
struct ShelfPageTests {
  private let response = """
    {"data": {"shelf": {"name": "Birds", "books": [
      {"title": "A Year on the Wing", "medium": "HARDCOVER", "author": {"name": "I. Halm"}, "pages": 412},
      {"title": "Songs before Dawn", "medium": "AUDIO", "author": {"name": "R. Okafor"}, "pages": null}]}}}
    """

  /// A function over the protocol below, which knows no operation.
  private func author(_ book: some BookRowFragment) -> String { book.author.name }

  @Test func typesOfOperationsConformToTheProtocolBelow() throws {
    let shelf = try #require(try ShelfPageQuery.response(json: Array(response.utf8)).data?.shelf)
    #expect(shelf.books.map { author($0) } == ["I. Halm", "R. Okafor"])
    #expect(shelf.books.map(\.pages) == [412, nil])
    #expect(author(BookRowData(shelf.books[0])) == "I. Halm")
  }

  @Test func pageTellsItsBooks() throws {
    let page = try ShelfPage(json: response.utf8)
    #expect(
      page.lines == [
        "Shelf Birds", "📖 A Year on the Wing, I. Halm, 412 pages", "🎧 Songs before Dawn, R. Okafor",
      ])
    #expect(
      page.books == [
        BookRowData(title: "A Year on the Wing", medium: .hardcover, author: .init(name: "I. Halm")),
        BookRowData(title: "Songs before Dawn", medium: .audio, author: .init(name: "R. Okafor")),
      ])
  }
}
