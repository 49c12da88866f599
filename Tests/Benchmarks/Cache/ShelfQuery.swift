import Apus
import ApusCache
import ApusClient
import Foundation

/// A query of a hundred objects.
struct ShelfQuery: GraphQLQuery {
  static let size = 100
  var group: Int

  struct Data: GraphQLObject {
    var items: [Item]

    struct Item: GraphQLObject {
      var id: String
      var title: String
      var count: Int
      var isNew: Bool

      init(id: String, title: String, count: Int, isNew: Bool) {
        (self.id, self.title, self.count, self.isNew) = (id, title, count, isNew)
      }

      init(_reading r: inout GraphQLReader) throws {
        (id, title, count, isNew) = (
          try r.string("id"), try r.string("title"), try r.int("count"), try r.bool("isNew")
        )
      }

      func _write(to w: inout GraphQLWriter) {
        w.string("id", id)
        w.string("title", title)
        w.int("count", count)
        w.bool("isNew", isNew)
      }
    }

    init(items: [Item]) { self.items = items }
    init(_reading r: inout GraphQLReader) throws { items = try r.selections("items") }
    func _write(to w: inout GraphQLWriter) { w.selections("items", items) }
  }

  static let operationName = "Shelf"
  static let operationID = ""
  static let operationDocument =
    "query Shelf($group:Int!){items(group:$group){id title count isNew ___:__typename}}"
  static let cacheSchema = GraphQLCacheSchema("1 Query - -;*!id;Item;Query.items:Item")

  init(group: Int) { self.group = group }
  init(_reading r: inout GraphQLReader) throws { group = try r.int("group") }
  func _write(to w: inout GraphQLWriter) { w.int("group", group) }
}

extension ShelfQuery {
  /// A response: objects whose `count` is the value.
  static func json(group: Int, value: Int) -> [UInt8] {
    let items = (0..<ShelfQuery.size).map { index in
      "{\"id\":\"\(group).\(index)\",\"title\":\"The title of item \(index)\",\"count\":\(value),\"isNew\":true,\"___\":\"Item\"}"
    }
    return Array("{\"data\":{\"items\":[\(items.joined(separator: ","))]}}".utf8)
  }

  static func body(group: Int, value: Int) throws -> GraphQLDecodedBody {
    try GraphQLDecodedBody.decoding(Foundation.Data(json(group: group, value: value)), as: ShelfQuery.self)
      .body
  }
}

extension GraphQLCache {
  func write(group: Int, value: Int) throws {
    write(try ShelfQuery.body(group: group, value: value), of: ShelfQuery(group: group), ticket: nil)
  }
}

/// What a row shows.
extension ShelfQuery.Data.Item: GraphQLFragment {
  static let fragmentDocument = "fragment Item on Item{id title count isNew ___:__typename}"
}
