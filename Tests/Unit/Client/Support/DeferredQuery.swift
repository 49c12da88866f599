import Apus

/// A query with a deferred fragment, as the compiler emits it.
struct DeferredQuery: GraphQLQuery {
  static let operationName = "Deferred"
  static let operationDocument =
    #"query Deferred{id...Card@defer(label:"Card")}fragment Card on Query{title}"#
  static let operationID = "0d1e"
  static let isIncremental = true
  static let _parts = ["Card": "...Card@defer"]

  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}

  struct Data: GraphQLObject {
    let id: String
    let card: GraphQLDeferred<Card>

    init(_reading reader: inout GraphQLReader) throws {
      id = try reader.id("id")
      card = try reader.deferred("...Card@defer")
    }

    func _write(to writer: inout GraphQLWriter) {
      writer.id("id", id)
      writer.deferred("...Card@defer", card)
    }
  }

  struct Card: GraphQLObject {
    let title: String
    init(_reading reader: inout GraphQLReader) throws { title = try reader.string("title") }
    func _write(to writer: inout GraphQLWriter) { writer.string("title", title) }
  }
}
