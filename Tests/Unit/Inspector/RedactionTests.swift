import Apus
import ApusClient
import Testing

@testable import ApusInspector

/// Records without values.
@Suite(.timeLimit(.minutes(15))) struct RedactionTests {
  @Test(arguments: [
    (
      #"{"a":"x","b":["x","y"],"__typename":"Note","c":null}"#,
      #"{"a":"s1","b":["s1","s2"],"__typename":"Note","c":null}"#
    ),
    (#"[-1.5e+10,0,true,false,null]"#, #"[0,0,false,false,null]"#),
    (
      #"{"__typename":{"a":"x"},"n":{"__typename":"T","a\"b":"q\"\\"}}"#,
      #"{"__typename":{"a":"s1"},"n":{"__typename":"T","a\"b":"s2"}}"#
    ),
    (#"{ "a" : 12 , "b" : [ ] }"#, #"{ "a" : 0 , "b" : [ ] }"#), (#""x""#, #""s1""#), ("", ""),
  ])
  func `values are replaced and the shape stays`(_ json: String, _ expected: String) {
    #expect(String(decoding: Redaction().json(json.utf8), as: UTF8.self) == expected)
  }

  private static func random(_ random: inout Generator, _ depth: Int) -> GraphQLValue {
    switch random.below(depth > 3 ? 4 : 6) {
    case 0: return .string(["x\"\\{}[]:,", "secret", "\u{2028}é\n", "true"][random.below(4)])
    case 1: return .init(integerLiteral: Int64(random.below(1000) - 500))
    case 2: return .bool(random.below(2) == 0)
    case 3: return .null
    case 4: return .list((0..<random.below(4)).map { _ in Self.random(&random, depth + 1) })
    default:
      let names = ["a", "b\"", "__typename", "{"]
      return .object(
        Dictionary(
          (0..<random.below(4)).map { (names[$0], Self.random(&random, depth + 1)) }, uniquingKeysWith: { $1 }
        ))
    }
  }

  private func shape(_ value: GraphQLValue) -> GraphQLValue {
    if let list = value.list { return .list(list.map(shape)) }
    if let object = value.object { return .object(object.mapValues(shape)) }
    if value.string != nil { return "string" }
    if value.bool != nil { return false }
    return value == .null ? .null : 0
  }

  @Test func `any JSON keeps its shape and loses its strings`() throws {
    var random = Generator(state: 7)
    for _ in 0..<2000 {
      let value = Self.random(&random, 0)
      let redacted = try GraphQLValue(json: Redaction().json(try value.json()))
      #expect(shape(redacted) == shape(value))
    }
  }

  @Test(arguments: [
    (
      #"query Q1($id:ID="a"){note1(id:$id,t:"a\"b",n:-1.5e3,ok:true,l:["a"]){...F2 #c\#n id}}"#,
      #"query Q1($id:ID="s1"){note1(id:$id,t:"s2",n:0,ok:true,l:["s1"]){...F2 \#n id}}"#
    ),
    (#"{a(t:"""x "y" \""" z""",u:"",v:"""""")}"#, #"{a(t:"s1",u:"s2",v:"s3")}"#),
    (#"{a(t:"x"#, #"{a(t:"s1""#), (#"{a(t:"""x"#, #"{a(t:"s1""#), (#"{a(t:"\"#, #"{a(t:"s1""#), ("", ""),
  ])
  func `documents lose their literals and comments`(_ document: String, _ expected: String) {
    #expect(Redaction().document(document) == expected)
  }

  @Test func `a string is replaced by one name wherever it occurs`() {
    let redaction = Redaction()
    #expect(redaction.key("Album:a1") == "Album:s1")
    let json = redaction.json(#"{"id":"a1","other":"\u0061\u0031"}"#.utf8)
    #expect(String(decoding: json, as: UTF8.self) == #"{"id":"s1","other":"s1"}"#)
    #expect(redaction.document(#"{album(id:"a1")}"#) == #"{album(id:"s1")}"#)
  }

  @Test func `keys keep their type`() {
    let redaction = Redaction()
    #expect(redaction.key("Album:12") == "Album:s1" && redaction.text("12") == "s1")
    #expect(redaction.key("Query.album(id:\"a:b\")") == "Query.album(…)")
    #expect(redaction.field("tracks(first:10)") == "tracks(…)" && redaction.field("title") == "title")
  }

  @Test(arguments: [
    (
      #"{"userPassword":"x","access_token":{"a":[1,true,null,"y"],"b":"z"},"title":"t","n":-1.5,"ok":true}"#,
      #"{"userPassword":"<redacted>","access_token":{"a":[0,false,null,"<redacted>"],"b":"<redacted>"},"title":"t","n":-1.5,"ok":true}"#
    ),
    (
      #"[{"password":["a",["b"]],"id":"1"},{"id":"2","API_KEY":7,"api-key":8}]"#,
      #"[{"password":["<redacted>",["<redacted>"]],"id":"1"},{"id":"2","API_KEY":0,"api-key":0}]"#
    ),
    (#"{"pass\u0077ord":"x","\u0061\"b":"y"}"#, #"{"pass\u0077ord":"<redacted>","\u0061\"b":"y"}"#),
    (#"{"author":"x","text":"password"}"#, #"{"author":"x","text":"password"}"#),
    (#"{"secret":"cut"#, #"{"secret":"<redacted>""#), (#"{"secret":12,"b":1"#, #"{"secret":0,"b":1"#),
  ])
  func `values are hidden by the names of their members`(_ json: String, _ expected: String) {
    let hidden = SecretMembers(GraphQLInspector.secretWords).json(json.utf8)
    #expect(String(decoding: hidden, as: UTF8.self) == expected)
    #expect(SecretMembers([]).json(json.utf8) == Array(json.utf8))
  }

  @Test func `any JSON keeps its shape when all of its members are secret`() throws {
    var random = Generator(state: 11)
    for _ in 0..<500 {
      let value = Self.random(&random, 0)
      #expect(shape(try GraphQLValue(json: SecretMembers([""]).json(try value.json()))) == shape(value))
      #expect(try GraphQLValue(json: SecretMembers(["x"]).json(try value.json())) == value)
    }
  }

  private func shown(_ name: String, _ value: String, inFile: Bool = false) -> String {
    HeaderSecrets.shownValue(of: GraphQLHTTPHeaders.Field(name: name, value: value), inFile: inFile)
  }

  @Test func `header fields that may be secret are hidden`() {
    for name in ["Authorization", "X-API-Key", "cookie", "Set-Cookie", "My-Token", "X-Passcode", "X-JWT"] {
      #expect(shown(name, "a") == "<redacted>" && shown(name, "a", inFile: true) == "<redacted>")
    }
    #expect(shown("X-Screen", "a") == "a" && shown("X-Screen", "a", inFile: true) == "<redacted>")
    #expect(shown("Content-Type", "a", inFile: true) == "a")
  }

  @Test func `URLs in header fields lose their parameters`() {
    #expect(shown("Location", "/signed-in?code=x#y") == "/signed-in")
    #expect(shown("X-Next", "https://u:p@example.com/a?code=x") == "https://example.com/a")
    #expect(!shown("Link", "<https://example.com/a?code=x>; rel=next").contains("code"))
    #expect(shown("X-Docs", "https://example.com/a") == "https://example.com/a")
  }
}
