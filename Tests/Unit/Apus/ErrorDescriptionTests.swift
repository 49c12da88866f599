import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct ErrorDescriptionTests {
  @Test func `localizedDescription says what description says`() throws {
    let error = GraphQLError(message: "no such album", path: ["album", 0])
    #expect((error as any Error).localizedDescription == "album[0]: no such album")
    #expect((GraphQLScalarError(expected: "a date") as any Error).localizedDescription == "expected a date")
    let missing = GraphQLFieldError(errors: [error, GraphQLError(message: "gone", path: ["artist"])])
    #expect((missing as any Error).localizedDescription == "album[0]: no such album; artist: gone")
    #expect(missing.path == ["album", 0] && GraphQLFieldError(errors: []).path == nil)
    let decoding = #expect(throws: GraphQLDecodingError.self) {
      try GraphQLResponse<GraphQLError>(json: #"{"data":{"message":5}}"#)
    }
    #expect((decoding as (any Error)?)?.localizedDescription == "data.message: expected String, found 5")
  }

  @Test func `JSON as a text is JSON as bytes`() throws {
    let error = GraphQLError(message: "é \"", path: ["a", 1], extensions: ["code": "X"])
    #expect(try error.jsonString() == String(decoding: error.json(), as: UTF8.self))
  }
}
