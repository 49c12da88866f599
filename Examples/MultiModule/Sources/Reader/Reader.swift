import LibraryAPI
import Shelves

/// Prints a shelf from a recorded response.
@main
struct Reader {
  static func main() throws {
    let response = """
      {"data": {"shelf": {"name": "Birds", "value": "4155 EUR", "books": [
        {"title": "A Year on the Wing", "medium": "HARDCOVER", "price": "2950 EUR", "author": {"name": "I. Halm"}, "pages": 412},
        {"title": "Songs before Dawn", "medium": "AUDIO", "price": "1205 EUR", "author": {"name": "R. Okafor"}, "pages": null}]}}}
      """
    let page = try ShelfPage(json: response.utf8)
    for line in page.lines { print(line) }
    let book = BookRowData(
      title: "Nests", medium: .paperback, price: Money(cents: 999, currency: "EUR"),
      author: .init(name: "L. Brandt"))
    print("Next: \(book.text)\(page.books.contains(book) ? ", again" : "")")
  }
}
