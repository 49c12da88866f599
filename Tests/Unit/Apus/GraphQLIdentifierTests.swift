import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct GraphQLIdentifierTests {
  private enum AlbumTag {}
  private typealias AlbumID = GraphQLIdentifier<AlbumTag>

  @Test func `an identifier is its text`() {
    let id: AlbumID = "a\(1)"
    #expect(id == AlbumID("a1") && id == AlbumID(rawValue: "a1") && id.rawValue == "a1")
    #expect("\(id)" == "a1")
    #expect(["b", "a10", "a9"].map { AlbumID($0) }.sorted() == ["a10", "a9", "b"])
    #expect(!(id < id))
  }

  @Test func `an identifier is coded as a string, and read from an integer, too`() throws {
    let ids = try JSONDecoder().decode([AlbumID].self, from: Data(#"["a1",7]"#.utf8))
    #expect(ids == ["a1", "7"])
    #expect(String(decoding: try JSONEncoder().encode(ids), as: UTF8.self) == #"["a1","7"]"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([AlbumID].self, from: Data("[1.5]".utf8))
    }
  }

  @Test func `an identifier can be the key of a dictionary`() throws {
    let counts: [AlbumID: Int] = ["a1": 3]
    let json = try JSONEncoder().encode(counts)
    #expect(String(decoding: json, as: UTF8.self) == #"{"a1":3}"#)
    #expect(try JSONDecoder().decode([AlbumID: Int].self, from: json) == counts)
  }
}
