import Apus
import LibraryAPI

/// A shelf as lines of text.
public struct ShelfPage {
  public let lines: [String]
  /// The books, without the fields that only this page selects.
  public let books: [BookRowData]

  /// - Parameter json: the response to the operation ShelfPage.
  public init(json: some Sequence<UInt8>) throws {
    guard let shelf = try ShelfPageQuery.response(json: Array(json)).data?.shelf else {
      lines = ["There is no such shelf."]
      books = []
      return
    }
    lines =
      ["Shelf \(shelf.name)" + (shelf.value.map { ", worth \($0.text)" } ?? "")]
      + shelf.books.map { book in book.pages.map { "\(book.text), \($0) pages" } ?? book.text }
    books = shelf.books.map { BookRowData($0) }
  }
}
