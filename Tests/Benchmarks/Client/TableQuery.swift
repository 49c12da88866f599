import Apus

/// Rows of the integration server's table, as the compiler emits the query.
struct TableQuery: GraphQLQuery {
  static let operationName = "Table"
  static let operationDocument =
    "query Table($count:Int!){table(count:$count){id index name score active note}}"
  static let operationID = "f07c199208f3d8b281bad577ed8f1523dee6906b89ed7c65ba752d32ffe9231c"
  var count: Int

  init(count: Int) { self.count = count }
  init(_reading reader: inout GraphQLReader) throws { count = try reader.int("count") }
  func _write(to writer: inout GraphQLWriter) { writer.int("count", count) }

  struct Data: GraphQLObject {
    let table: [Row]

    init(_reading reader: inout GraphQLReader) throws { table = try reader.selections("table") }
    func _write(to writer: inout GraphQLWriter) { writer.selections("table", table) }

    struct Row: GraphQLObject {
      let id: String
      let index: Int
      let name: String
      let score: Double
      let active: Bool
      let note: String?

      init(_reading reader: inout GraphQLReader) throws {
        id = try reader.id("id")
        index = try reader.int("index")
        name = try reader.string("name")
        score = try reader.double("score")
        active = try reader.bool("active")
        note = try reader.stringOrNil("note")
      }

      func _write(to writer: inout GraphQLWriter) {
        writer.id("id", id)
        writer.int("index", index)
        writer.string("name", name)
        writer.double("score", score)
        writer.bool("active", active)
        writer.string("note", note)
      }
    }
  }
}
