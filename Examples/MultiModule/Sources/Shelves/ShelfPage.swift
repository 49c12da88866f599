import Apus
import LibraryAPI

/// A shelf as lines of text.
public struct ShelfPage {
  public let lines: [String]

  /// - Parameter json: the response to the operation ShelfPage.
  public init(json: some Sequence<UInt8>) throws {
    guard let shelf = try ShelfPageQuery.response(json: Array(json)).data?.shelf else {
      lines = ["There is no such shelf."]
      return
    }
    lines = ["Shelf \(shelf.name)"] + shelf.books.map(\.text)
  }
}
