import Apus
import ApusCache
import Foundation

/// An object with a reference that changes.
struct OwnerQuery: GraphQLQuery {
  struct Data: GraphQLObject {
    var shelf: Shelf?

    struct Shelf: GraphQLObject {
      var owner: Owner?

      struct Owner: GraphQLObject {
        var name: String
        init(_reading r: inout GraphQLReader) throws { name = try r.string("name") }
        func _write(to w: inout GraphQLWriter) { w.string("name", name) }
      }

      init(_reading r: inout GraphQLReader) throws { owner = try r.selectionOrNil("owner") }
      func _write(to w: inout GraphQLWriter) { w.selection("owner", owner) }
    }

    init(_reading r: inout GraphQLReader) throws { shelf = try r.selectionOrNil("shelf") }
    func _write(to w: inout GraphQLWriter) { w.selection("shelf", shelf) }
  }

  static let operationName = "Owner"
  static let operationID = ""
  static let operationDocument =
    "query Owner{shelf{owner{name ___:__typename ___id:id}___:__typename ___id:id}}"
  static let cacheSchema = GraphQLCacheSchema("1 Query - -;*!id;Query.shelf:Shelf;Shelf.owner:User;User")

  func _write(to w: inout GraphQLWriter) {}

  static func write(_ owner: Int, to cache: GraphQLCache) throws {
    let json =
      "{\"data\":{\"shelf\":{\"owner\":{\"name\":\"N\(owner)\",\"___\":\"User\",\"___id\":\"\(owner)\"},\"___\":\"Shelf\",\"___id\":\"1\"}}}"
    try cache.write(response: Foundation.Data(json.utf8), to: OwnerQuery())
  }
}
