import Apus

/// A list with pages, as the compiler emits it.
struct ListQuery: GraphQLQuery {
  static let operationName = "List"
  static let operationDocument =
    "query List($after:String,$offset:Int){list(after:$after,offset:$offset){items next}}"
  static let operationID = "1157"
  var after: GraphQLNullable<String> = .unset
  var offset: GraphQLNullable<Int> = .unset

  init(after: GraphQLNullable<String> = .unset, offset: GraphQLNullable<Int> = .unset) {
    self.after = after
    self.offset = offset
  }

  init(_reading reader: inout GraphQLReader) throws {
    after = try reader.nullable("after")
    offset = try reader.nullable("offset")
  }

  func _write(to writer: inout GraphQLWriter) {
    writer.nullable("after", after)
    writer.nullable("offset", offset)
  }

  struct Data: GraphQLObject {
    /// The items' names, apart by spaces.
    let items: String
    /// The cursor of the next page; empty at the end.
    let next: String

    init(_ items: String, next: String = "") {
      self.items = items
      self.next = next
    }

    init(_reading reader: inout GraphQLReader) throws {
      items = try reader.string("items")
      next = try reader.string("next")
    }

    func _write(to writer: inout GraphQLWriter) {
      writer.string("items", items)
      writer.string("next", next)
    }
  }
}
