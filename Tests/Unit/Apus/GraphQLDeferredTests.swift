import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct GraphQLDeferredTests {
  private static let pending = #"{"id":"1"}"#
  private static let there = #"{"id":"1","title":"T","artist":{"name":"N"},"...Card@defer":true}"#
  private static let failed = #"{"id":"1","...Card@defer":[{"message":"no","path":["title"]}]}"#

  @Test func `each state is read`() throws {
    let pending = try DeferredAlbum(json: Self.pending)
    #expect(pending.card == .pending)
    #expect(pending.card.isPending)
    #expect(pending.card.value == nil && pending.card.errors.isEmpty)
    let there = try DeferredAlbum(json: Self.there)
    #expect(there.card.value?.artist?.name == "N" && there.card.errors.isEmpty)
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

  @Test func `what is written says what became of the part`() throws {
    #expect(try DeferredAlbum(json: Self.pending).jsonString() == #"{"id":"1","...Card@defer":"pending"}"#)
    #expect(
      try DeferredAlbum(json: Self.there).jsonString()
        == #"{"id":"1","...Card@defer":{"title":"T","artist":{"name":"N"}}}"#)
    #expect(try DeferredAlbum(json: Self.failed).jsonString() == Self.failed)
  }

  @Test func `a part that comes with the object is told by its members`() throws {
    let album = try DeferredAlbum(json: #"{"id":"1","title":"T","artist":{"name":"N"}}"#)
    #expect(album.card.value?.title == "T")
    // One of them is there for another selection's sake.
    #expect(try DeferredAlbum(json: #"{"id":"1","title":"T"}"#).card == .pending)
    #expect(try DeferredAlbum(json: #"{"id":"1","title":"T","artist":{}}"#).card == .pending)
  }

  @Test func `a part without a condition that is said to be absent is pending`() throws {
    #expect(try DeferredAlbum(json: #"{"id":"1","...Card@defer":null}"#).card == .pending)
  }

  @Test func `a part that comes without what it must have is an error`() throws {
    #expect(throws: GraphQLDecodingError.self) {
      try DeferredAlbum(json: #"{"id":"1","...Card@defer":true,"title":"T"}"#)
    }
  }

  @Test func `a response that is not complete says so`() throws {
    let response = try GraphQLResponse<DeferredAlbum>(json: #"{"data":{"id":"1"},"hasNext":true}"#)
    #expect(!response.isComplete)
    #expect(try GraphQLResponse<DeferredAlbum>(json: response.json()) == response)
    #expect(try GraphQLResponse<DeferredAlbum>(json: #"{"data":{"id":"1"},"hasNext":false}"#).isComplete)
    #expect(try GraphQLResponse<DeferredAlbum>(json: #"{"data":{"id":"1"}}"#).isComplete)
  }
}
