import Apus

/// An object with a deferred fragment, as the compiler emits it: `album { id ...Card @defer }`.
struct DeferredAlbum: GraphQLObject {
  let id: String
  let card: GraphQLDeferred<Card>

  struct Card: GraphQLObject {
    let title: String
    let artist: Artist?

    struct Artist: GraphQLObject {
      let name: String
    }
  }
}

extension DeferredAlbum {
  init(_reading r: inout GraphQLReader) throws {
    try self.init(
      id: r.id("id"),
      card: r.deferred("...Card@defer"))
  }

  func _write(to w: inout GraphQLWriter) {
    w.id("id", id)
    w.deferred("...Card@defer", card)
  }
}

extension DeferredAlbum.Card {
  init(_reading r: inout GraphQLReader) throws {
    try self.init(title: r.string("title"), artist: r.selectionOrNil("artist"))
  }

  func _write(to w: inout GraphQLWriter) {
    w.string("title", title)
    w.selection("artist", artist)
  }
}

extension DeferredAlbum.Card.Artist {
  init(_reading r: inout GraphQLReader) throws { try self.init(name: r.string("name")) }

  func _write(to w: inout GraphQLWriter) { w.string("name", name) }
}
