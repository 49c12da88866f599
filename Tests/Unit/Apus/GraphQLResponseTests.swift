import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct GraphQLResponseTests {
  @Test func `data, errors and extensions in any order`() throws {
    let parts = [
      #""data":\#(albums)"#,
      """
      "errors":[{"message":"slow","path":["albums",3,"title"],"locations":[{"line":2,"column":5}],\
      "extensions":{"code":"TIMEOUT","n":[1]}},{"message":"plain"}]
      """,
      #""extensions":{"cost":12}"#,
    ]
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 0, 1]] {
      let json = "{" + order.map { parts[$0] }.joined(separator: ",") + "}"
      let response = try AlbumsQuery.response(json: json.utf8)
      #expect(try response.data == AlbumsQuery.Data(json: albums))
      #expect(response.errors.count == 2)
      let error = try #require(response.errors.first)
      #expect(error.message == "slow")
      #expect(error.path == ["albums", 3, "title"])
      #expect(error.locations == [.init(line: 2, column: 5)])
      #expect(error.code == "TIMEOUT")
      #expect(error.extensions["n"]?[0].int == 1)
      #expect("\(error)" == "albums[3].title: slow")
      #expect(response.errors(at: ["albums", 3]) == [error])
      #expect(response.errors(at: ["albums", 2]).isEmpty)
      #expect(response.extensions?["cost"].int == 12)
      let decoded = try JSONDecoder().decode(GraphQLResponse<AlbumsQuery.Data>.self, from: Data(json.utf8))
      #expect(decoded == response)
      #expect(try GraphQLResponse<AlbumsQuery.Data>(json: response.json()) == response)
    }
  }

  @Test func `only errors or null data`() throws {
    let failed = try AlbumsQuery.response(json: #"{"errors":[{"message":"no"}]}"#.utf8)
    #expect(failed.data == nil && failed.errors == [GraphQLError(message: "no")])
    let null = try AlbumsQuery.response(json: #"{"data":null,"errors":null}"#.utf8)
    #expect(null.data == nil && null.errors.isEmpty)
  }

  @Test func `errors in a form of the server's own`() throws {
    let json =
      #"{"errors":[{"message":"no","path":"a.b","locations":{},"extensions":[1],"code":7}],"data":null}"#
    #expect(try AlbumsQuery.response(json: json.utf8).errors == [GraphQLError(message: "no")])
    let places = #"[{"line":"2","column":5},{"line":2},{"column":5},{"line":2,"column":5}]"#
    let placed = #"{"errors":[{"message":"no","path":["a",true,1],"locations":\#(places)}]}"#
    #expect(
      try AlbumsQuery.response(json: placed.utf8).errors
        == [GraphQLError(message: "no", locations: [.init(line: 2, column: 5)], path: ["a", 1])])
  }

  @Test(arguments: ["{}", #"{"message":"Not Found"}"#, "[]", "<html>", #"{"data":[]}"#, #"{"errors":[{}]}"#])
  func `no response`(json: String) {
    let error = #expect(throws: GraphQLDecodingError.self) { try AlbumsQuery.response(json: json.utf8) }
    #expect(error?.description.hasPrefix("Albums: ") == true)
  }

  @Test func `request bodies`() throws {
    func body(_ query: AlbumsQuery, _ form: GraphQLDocumentForm = .document) throws -> String {
      String(decoding: try query.requestBody(form), as: UTF8.self)
    }
    let document = #""query":"query Albums($first:Int){albums(first:$first){id}}""#
    #expect(try body(AlbumsQuery()) == #"{\#(document),"operationName":"Albums"}"#)
    #expect(
      try body(AlbumsQuery(first: 3, since: .null))
        == #"{\#(document),"operationName":"Albums","variables":{"first":3,"since":null}}"#)
    let hash = #""extensions":{"persistedQuery":{"sha256Hash":"0f6a3ec5","version":1}}"#
    #expect(try body(AlbumsQuery(), .hash) == #"{"operationName":"Albums",\#(hash)}"#)
    #expect(try body(AlbumsQuery(), .registration) == #"{\#(document),"operationName":"Albums",\#(hash)}"#)
    #expect(try body(AlbumsQuery(), .identifier) == #"{"documentId":"0f6a3ec5","operationName":"Albums"}"#)
    let extended = try AlbumsQuery().requestBody(.identifier, extensions: ["trace": true])
    #expect(try GraphQLValue(json: extended)["extensions"]["trace"].bool == true)
  }
}
