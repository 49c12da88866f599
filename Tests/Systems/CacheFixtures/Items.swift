import Apus
import ApusCache
import ApusClient
import Foundation

/// A query with many objects, as the compiler writes it for a cache.
package struct ItemsQuery: GraphQLQuery {
  package var group: Int

  package struct Data: GraphQLObject {
    package var items: [Item]

    package struct Item: GraphQLObject {
      package var id: String
      package var value: Int
      package var text: String
      package var next: Next?

      package init(_reading r: inout GraphQLReader) throws {
        (id, value, text) = (try r.string("id"), try r.int("value"), try r.string("text"))
        next = try r.selectionOrNil("next")
      }

      package func _write(to w: inout GraphQLWriter) {
        w.string("id", id)
        w.int("value", value)
        w.string("text", text)
        w.selection("next", next)
      }
    }

    package struct Next: GraphQLObject {
      package var id: String
      package init(_reading r: inout GraphQLReader) throws { id = try r.string("id") }
      package func _write(to w: inout GraphQLWriter) { w.string("id", id) }
    }

    package init(_reading r: inout GraphQLReader) throws { items = try r.selections("items") }
    package func _write(to w: inout GraphQLWriter) { w.selections("items", items) }
  }

  package static let operationName = "Items"
  package static let operationID = ""
  package static let operationDocument =
    "query Items($group:Int!){items(group:$group){id value text next{id ___:__typename} ___:__typename}}"

  package init(group: Int) { self.group = group }
  package init(_reading r: inout GraphQLReader) throws { group = try r.int("group") }
  package func _write(to w: inout GraphQLWriter) { w.int("group", group) }

  package static let cacheSchema = GraphQLCacheSchema(
    "1 Query - -;*!id;Item;Query.items:Item;Item.next:Item")
}

/// What a server would send: all items of a group have the value of the commit that wrote them.
package func itemsData(group: Int, value: Int, count: Int) -> Data {
  let items = (0..<count).map { index in
    let next = index + 1 < count ? "{\"id\":\"\(group).\(index + 1)\",\"___\":\"Item\"}" : "null"
    let text = String(repeating: "text of \(value) ", count: 1 + (value &* 7 &+ index) % 12)
    return
      "{\"id\":\"\(group).\(index)\",\"value\":\(value),\"text\":\"\(text)\",\"next\":\(next),\"___\":\"Item\"}"
  }
  return Data("{\"data\":{\"items\":[\(items.joined(separator: ","))]}}".utf8)
}

extension GraphQLCache {
  /// Writes a group as the server sends it.
  package func writeItems(group: Int, value: Int, count: Int) throws {
    let query = ItemsQuery(group: group)
    let body = try GraphQLDecodedBody.decoding(
      itemsData(group: group, value: value, count: count), as: ItemsQuery.self)
    write(body.body, of: query, ticket: nil)
  }
}

extension GraphQLStorageEvent {
  /// The name of the case.
  package var name: String { Mirror(reflecting: self).children.first?.label ?? "" }
}
