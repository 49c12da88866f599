import Apus
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct DecodingErrorTests {
  @Test(arguments: [
    (#""title":"Blue""#, #""title":null"#, "albums[0].title: expected String, found null"),
    (#""title":"Blue""#, #""title":5"#, "albums[0].title: expected String, found 5"),
    (#""title":"Blue","#, "", "albums[0].title: expected String, found no such key"),
    (#""subtitle":null,"#, "", "albums[0].subtitle: expected String, found no such key"),
    (#""year":1971"#, #""year":19.71"#, "albums[0].year: expected Int, found 19.71"),
    (#""live":false"#, #""live":0"#, "albums[0].live: expected Boolean, found 0"),
    (#""genre":"ROCK""#, #""genre":{}"#, "albums[0].genre: expected enum value, found object"),
    (#"["JAZZ","POLKA"]"#, #"["JAZZ",null]"#, "albums[0].genres[1]: expected enum value, found null"),
    (#"["x","y"]"#, #"["x",["y"]]"#, "albums[0].tags[1]: expected String, found list"),
    (#"["x","y"]"#, #""x""#, "albums[0].tags: expected list, found String"),
    (
      "1971-06-22T00:00:00Z", #"a \"b\", c"#,
      #"albums[0].released: expected a date-time such as 2024-05-01T12:30:00Z (RFC 3339), found "a \"b\", c""#
    ),
    (
      "1971-06-22T00:00:00Z", String(repeating: "x", count: 39),
      "albums[0].released: expected a date-time such as 2024-05-01T12:30:00Z (RFC 3339), found \""
        + String(repeating: "x", count: 39) + "…"
    ),
    ("[[1,null],null,[]]", "[[1,null],null,[true]]", "albums[0].grid[2][0]: expected Int, found Boolean"),
    (
      "1971-06-22T00:00:00Z", "yesterday",
      #"albums[0].released: expected a date-time such as 2024-05-01T12:30:00Z (RFC 3339), found "yesterday""#
    ),
    (
      #".250Z",null"#, #".250Z",7"#, "albums[0].dates[1]: expected String, found 7"
    ),
    (#"{"name":"Ida"}"#, #"{"name":null}"#, "albums[0].owner.name: expected String, found null"),
    (#"{"name":"Ida"}"#, #"{}"#, "albums[0].owner.name: expected String, found no such key"),
    (#"{"name":"Ida"}"#, "null", "albums[0].owner: expected object, found null"),
    (#""amount":3"#, #""amount":"3""#, "albums[0].money: expected Int at amount within it, found object"),
    (#""charts":[]"#, #""charts":[null]"#, "charts[0]: expected object, found null"),
  ])
  func `names the place`(original: String, changed: String, message: String) {
    let json = albums.replacingOccurrences(of: original, with: changed)
    #expect(json != albums)
    #expect(failure(AlbumsQuery.Data.self, json) == message)
    // The same members out of order.
    if let value = try? GraphQLValue(json: json) {
      #expect(failure(AlbumsQuery.Data.self, shuffled(value)) == message)
    }
  }

  @Test func `names the operation`() throws {
    let json = #"{"data":{"albums":[{"id":null}]}}"#
    let error = #expect(throws: GraphQLDecodingError.self) { try AlbumsQuery.response(json: json.utf8) }
    #expect(error?.description == "Albums: albums[0].id: expected ID, found null")
    #expect(error?.path == ["albums", 0, "id"])
    #expect(error?.operationName == "Albums")
    #expect(error?.expected == "ID")
    #expect(error?.found == "null")
    #expect(error?.kind == .typeMismatch)
  }

  @Test func `syntax has line and column`() {
    #expect(
      failure(Zoo.self, "{\"animals\":[\n  {\"__typename\":\"Cat\";\"name\":1}]}")
        == "animals[0].__typename: expected ',' or '}', found ';' at line 2, column 22 (byte 34)")
    #expect(
      failure(Zoo.self, "") == "expected a value, found the end of the text at line 1, column 1 (byte 0)")
    #expect(
      failure(Nothing.self, "{\"a\":\"\u{1}\"}")
        == "a: expected an escape for the control character, found byte 0x01 at line 1, column 7 (byte 6)")
  }

  @Test func `unknown types are no error but missing names are`() {
    #expect(
      failure(Zoo.self, #"{"animals":[{"name":"x"}]}"#)
        == "animals[0].__typename: expected String, found no such key")
    #expect(
      failure(Zoo.self, #"{"animals":[{"__typename":3}]}"#)
        == "animals[0].__typename: expected String, found 3")
  }

  @Test func `a decoder's errors have the coding path`() throws {
    func broken(_ original: String, _ changed: String) -> (path: String, message: String)? {
      decoderFailure(AlbumsQuery.Data.self, albums.replacingOccurrences(of: original, with: changed))
    }
    #expect(broken(#""title":"Blue""#, #""title":null"#)?.path.hasSuffix(".title") == true)
    #expect(broken(#""title":"Blue","#, "")?.path == ".albums[0].title")
    #expect(broken(#""subtitle":null,"#, "")?.path == ".albums[0].subtitle")
    #expect(broken("1971-06-22T00:00:00Z", "yesterday")?.path == ".albums[0].released")
    #expect(broken(#".250Z",null"#, #".250Z","no""#)?.path == ".albums[0].dates[1]")
    #expect(broken(#"{"name":"Ida"}"#, #"{"name":7}"#)?.path == ".albums[0].owner.name")
    #expect(broken("[[1,null],null,[]]", "[[1,null],null,[true]]")?.path == ".albums[0].grid[2][0]")
    let nameless = decoderFailure(Zoo.self, #"{"animals":[{"name":"x"}]}"#)
    #expect(nameless?.path == ".animals[0].__typename" && nameless?.message == "No value for __typename.")
    #expect(decoderFailure(GraphQLResponse<Nothing>.self, "{}")?.path == ".data")
  }

  @Test func `depth has a limit`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"child":["#, count: depth) + #"{"child":null}"#
        + String(repeating: "]}", count: depth)
    }
    #expect(throws: Never.self) { try Nested(json: nested(100)) }
    let error = #expect(throws: GraphQLDecodingError.self) { try Nested(json: nested(1000)) }
    #expect(error?.kind == .tooDeep)
    #expect(throws: Never.self) { try Nested(json: nested(3), maximumDepth: 7) }
    #expect(throws: GraphQLDecodingError.self) { try Nested(json: nested(3), maximumDepth: 6) }
    for open in ["[", #"{"a":"#, #"[{"a":"#] {
      let json = String(repeating: open, count: 200_000)
      #expect(throws: GraphQLDecodingError.self) { try Nothing(json: #"{"a":\#(json)"# + "}") }
      #expect(throws: GraphQLDecodingError.self) { try GraphQLValue(json: json) }
    }
    let brackets = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(throws: Never.self) { try Nothing(json: #"{"a":\#(brackets)}"#) }
    #expect(throws: Never.self) { try GraphQLValue(json: brackets) }
  }
}
