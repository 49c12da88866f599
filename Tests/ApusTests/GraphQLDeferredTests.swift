import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct GraphQLDeferredTests {
  private static let pending = #"{"id":"1"}"#
  private static let there =
    #"{"id":"1","__part_Card":"Album","title":"T","artist":{"name":"N"}}"#
  private static let failed = #"{"id":"1","__failed_Card":[{"message":"no","path":["title"]}]}"#

  @Test func `each state is read`() throws {
    let pending = try DeferredAlbum(json: Self.pending)
    #expect(pending.card == .pending)
    #expect(pending.card.isPending)
    #expect(pending.card.value == nil)
    let there = try DeferredAlbum(json: Self.there)
    #expect(there.card.value?.artist?.name == "N")
    #expect(!there.card.isPending)
    let failed = try DeferredAlbum(json: Self.failed)
    #expect(failed.card.errors.map(\.message) == ["no"])
    #expect(failed.card.value == nil)
    #expect(Set([pending, there, failed]).count == 3)
  }

  @Test(arguments: [pending, there, failed])
  func `each state is encoded, by both ways`(_ json: String) throws {
    let album = try DeferredAlbum(json: json)
    #expect(try DeferredAlbum(json: album.json()) == album)
    #expect(try JSONDecoder().decode(DeferredAlbum.self, from: JSONEncoder().encode(album)) == album)
    #expect(try JSONDecoder().decode(DeferredAlbum.self, from: Data(json.utf8)) == album)
    #expect(try DeferredAlbum(json: album.json()).hashValue == album.hashValue)
    // Alone, too.
    let part = try JSONDecoder().decode(
      GraphQLDeferred<DeferredAlbum.Card>.self, from: JSONEncoder().encode(album.card))
    #expect(part == album.card)
  }

  @Test func `what is pending is left out`() throws {
    #expect(try DeferredAlbum(json: Self.pending).jsonString() == Self.pending)
  }

  @Test func `a part that comes without what it must have is an error`() throws {
    #expect(throws: GraphQLDecodingError.self) {
      try DeferredAlbum(json: #"{"id":"1","__part_Card":"Album","title":"T"}"#)
    }
  }

  @Test(arguments: [
    // As a server sends it, and as the client puts it together: sorted.
    #"{"__if_x":"Q","__unless_y":"Q","__label_p":"Q","title":"T"}"#,
    #"{"__if_x":"Q","__label_p":"Q","__unless_y":"Q","title":"T"}"#,
    #"{"title":"T","__if_x":"Q","__label_p":"Q","__unless_y":"Q"}"#,
    // In any order.
    #"{"__if_x":"Q","title":"T","__unless_y":"Q"}"#,
    #"{"__unless_y":"Q","title":"T","other":[{"a":1},2],"__if_x":"Q"}"#,
    // Of a subscription.
    #"{"event":{"__if_x":"Q","title":"T","__unless_y":"Q"},"title":"T"}"#,
  ])
  func `what variables decide is read wherever the markers stand`(_ json: String) throws {
    let root = try ShowingRoot(json: json)
    #expect(root.shown == ["__if_x", "__unless_y"])
    #expect(root.title == "T")
  }

  @Test func `a response that is not complete says so`() throws {
    let response = try GraphQLResponse<DeferredAlbum>(json: #"{"data":{"id":"1"},"hasNext":true}"#)
    #expect(!response.isComplete)
    #expect(try GraphQLResponse<DeferredAlbum>(json: response.json()) == response)
    #expect(try GraphQLResponse<DeferredAlbum>(json: #"{"data":{"id":"1"},"hasNext":false}"#).isComplete)
    #expect(try GraphQLResponse<DeferredAlbum>(json: #"{"data":{"id":"1"}}"#).isComplete)
  }
}

/// A root that reads which variables the response shows, as operations under variables do.
private struct ShowingRoot: GraphQLObject {
  let shown: [String]
  let title: String

  init(_reading r: inout ObjectReader) throws {
    var shown: [String] = []
    if try r.shows("__if_x") { shown.append("__if_x") }
    if try r.shows("__unless_x") { shown.append("__unless_x") }
    if try r.shows("__if_y") { shown.append("__if_y") }
    if try r.shows("__unless_y") { shown.append("__unless_y") }
    self.shown = shown
    title = try r.string("title")
  }

  func _write(to w: inout ObjectWriter) { w.string("title", title) }
}
