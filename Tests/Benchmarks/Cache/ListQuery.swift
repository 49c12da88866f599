import Apus
import ApusCache
import ApusClient
import Foundation

/// A connection, page by page.
struct ListQuery: GraphQLQuery {
  static let size = 100
  var after: GraphQLNullable<String>

  struct Data: GraphQLObject {
    var list: List

    struct List: GraphQLObject {
      var edges: [Edge]

      struct Edge: GraphQLObject {
        var node: Node

        struct Node: GraphQLObject {
          var title: String
          init(_reading r: inout GraphQLReader) throws { title = try r.string("title") }
          func _write(to w: inout GraphQLWriter) { w.string("title", title) }
        }

        init(_reading r: inout GraphQLReader) throws { node = try r.selection("node") }
        func _write(to w: inout GraphQLWriter) { w.selection("node", node) }
      }

      init(_reading r: inout GraphQLReader) throws { edges = try r.selections("edges") }
      func _write(to w: inout GraphQLWriter) { w.selections("edges", edges) }
    }

    init(_reading r: inout GraphQLReader) throws { list = try r.selection("list") }
    func _write(to w: inout GraphQLWriter) { w.selection("list", list) }
  }

  static let operationName = "List"
  static let operationID = ""
  static let operationDocument =
    "query List($after:String){list(first:100 after:$after){edges{node{title ___:__typename ___id:id}___cursor:cursor}pageInfo{hasNextPage endCursor}}}"
  static let cacheSchema = GraphQLCacheSchema(
    "1 Query - -;*!id;ItemConnection.edges:ItemEdge.pageInfo:PageInfo;ItemEdge.node:Item;PageInfo;Query.list:ItemConnection"
  )

  /// - Parameter page: 1 for the first.
  init(_ page: Int) { after = page == 1 ? .unset : .value("c\((page - 1) * Self.size - 1)") }

  func _write(to w: inout GraphQLWriter) { w.nullable("after", after) }

  static func body(_ page: Int) throws -> GraphQLDecodedBody {
    let indices = (page - 1) * size..<page * size
    let edges = indices.map {
      "{\"node\":{\"title\":\"The title of item \($0)\",\"___\":\"Item\",\"___id\":\"item\($0)\"},\"___cursor\":\"c\($0)\"}"
    }
    let json =
      "{\"data\":{\"list\":{\"edges\":[\(edges.joined(separator: ","))],\"pageInfo\":{\"hasNextPage\":true,\"endCursor\":\"c\(indices.upperBound - 1)\"}}}}"
    return try GraphQLDecodedBody.decoding(Foundation.Data(json.utf8), as: ListQuery.self).body
  }
}
