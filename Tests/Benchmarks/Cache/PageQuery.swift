import Apus
import ApusCache
import ApusClient
import Foundation

/// A page of a hundred objects whose keys the document does not select, so that only the cache asks for them.
struct PageQuery: GraphQLQuery {
  struct Data: GraphQLObject {
    var items: [Item]

    struct Item: GraphQLObject {
      var title: String
      var count: Int

      init(_reading r: inout GraphQLReader) throws {
        (title, count) = (try r.string("title"), try r.int("count"))
      }

      func _write(to w: inout GraphQLWriter) {
        w.string("title", title)
        w.int("count", count)
      }
    }

    init(_reading r: inout GraphQLReader) throws { items = try r.selections("items") }
    func _write(to w: inout GraphQLWriter) { w.selections("items", items) }
  }

  static let operationName = "Page"
  static let operationID = ""
  static let operationDocument = "query Page{items{title count ___:__typename ___id:id}}"
  static let cacheSchema = GraphQLCacheSchema("1 Query - -;*!id;Item;Query.items:Item")

  init() {}
  func _write(to w: inout GraphQLWriter) {}

  /// Writes the page into an empty cache and over what is there, a hundred times each.
  static func measure(rounds: Int) throws {
    let items = (0..<100).map { index in
      "{\"title\":\"The title of item \(index)\",\"count\":\(index),\"___\":\"Item\",\"___id\":\"item\(index)\"}"
    }
    let json = Foundation.Data("{\"data\":{\"items\":[\(items.joined(separator: ","))]}}".utf8)
    let body = try GraphQLDecodedBody.decoding(json, as: PageQuery.self).body
    let full = GraphQLCache(schema: PageQuery.cacheSchema)
    full.write(body, of: PageQuery(), ticket: nil)
    guard full.read(PageQuery())?.items.count == 100 else { throw Failure("the cache reads something else") }
    var decode = Measurement("100 pages of 100: decode", byteCount: json.count * 100)
    var first = Measurement("  write into an empty cache", byteCount: json.count * 100)
    var again = Measurement("  write, nothing changes", byteCount: json.count * 100)
    for _ in 0..<rounds {
      let empty = (0..<100).map { _ in GraphQLCache(schema: PageQuery.cacheSchema) }
      decode.run { for _ in empty { _ = try? PageQuery.response(json: json) } }
      first.run { for cache in empty { cache.write(body, of: PageQuery(), ticket: nil) } }
      again.run { for _ in empty { full.write(body, of: PageQuery(), ticket: nil) } }
    }
    print("a page of 100: \(operationDocument.utf8.count) bytes sent, \(json.count) received")
    for step in [decode, first, again] { print(step.line) }
  }
}
