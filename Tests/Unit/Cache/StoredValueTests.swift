import Apus
import Testing

@testable import ApusCache

/// What rules and `invalidate(type:field:where:)` are given of stored values.
@Suite(.timeLimit(.minutes(15))) struct StoredValueTests {
  @Test func `a stored value is of one kind`() {
    let key = GraphQLCacheKey("Post", "1")
    let values: [GraphQLStoredValue] = [.json(1), .reference(key), .object(["a": .null]), .list([.json(2)])]
    #expect(values.map(\.json) == [1, nil, nil, nil])
    #expect(values.map(\.reference) == [nil, key, nil, nil])
    #expect(values.map(\.object) == [nil, nil, ["a": .json(.null)], nil])
    #expect(values.map(\.list) == [nil, nil, nil, [.json(2)]])
  }

  @Test func `a key of one field is written as such, and of several as a list`() {
    #expect(GraphQLCacheKey("Post", keys: ["1"]) == GraphQLCacheKey("Post", "1"))
    #expect(GraphQLCacheKey("Post", 1) == GraphQLCacheKey("Post", "1"))
    #expect(GraphQLCacheKey("Seat", keys: ["A", "1\""]).description == #"Seat:["A","1\""]"#)
    #expect(GraphQLCacheKey("Seat", keys: []).description == "Seat:[]")
  }

  @Test(
    arguments: [
      ("feed", "feed", [:]), ("feed({\"genre\":\"a)b\"})", "feed", ["genre": "a)b"]),
      ("feed({\"a\":{\"b\":[1,\"]}\"]}})@live({\"c\":1})", "feed", ["a": ["b": [1, "]}"]]]),
      ("feed@live({\"c\":1})", "feed", [:]), ("(", nil, nil), ("feed({\"a\":)", nil, nil),
      ("feed([1])", nil, nil),
    ] as [(String, String?, [String: GraphQLValue]?)])
  func `the text of a field has its name and its arguments`(
    _ text: String, _ name: String?, _ arguments: [String: GraphQLValue]?
  ) {
    let field = FieldText(text)
    #expect(field?.name == name)
    #expect(field?.arguments == arguments)
  }

  @Test(
    arguments: [
      ("\"a\"", "a", "\"a\""), (#""a\"b""#, "a\"b", #""a\"b""#), ("\"\"", nil, nil), ("", nil, nil),
      ("12", "12", "\"12\""),
      ("-1", "-1", "\"-1\""), ("0", "0", "\"0\""), ("9", "9", "\"9\""), ("true", "true", "\"true\""),
      ("false", "false", "\"false\""), ("null", nil, nil), ("[1]", nil, nil), ("{}", nil, nil),
    ] as [(String, String?, String?)])
  func `strings, numbers and Booleans identify an object`(_ json: String, _ single: String?, _ part: String?)
  {
    for (isSingle, expected) in [(true, single), (false, part)] {
      var key = Array("T:".utf8)
      let isKey = Array(json.utf8).withUnsafeBufferPointer {
        CacheKeyText.append($0, to: &key, isSingle: isSingle)
      }
      #expect(isKey == (expected != nil))
      #expect(String(decoding: key, as: UTF8.self) == "T:" + (expected ?? ""))
    }
  }
}
