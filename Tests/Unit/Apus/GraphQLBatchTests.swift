import Apus
import Testing

@Suite(.timeLimit(.minutes(15))) struct GraphQLBatchTests {
  private func texts(_ json: String) throws -> [String] {
    let bytes = Array(json.utf8)
    return try GraphQLBatch.ranges(json: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test func `each response has its range`() throws {
    #expect(try texts("[]") == [])
    #expect(try texts(#" [ {"a":[1,"]"]} ,{} , null,"x" ] "#) == [#"{"a":[1,"]"]}"#, "{}", "null", #""x""#])
  }

  @Test(arguments: [
    ("{}", "expected list, found object"), ("null", "expected list, found null"),
    ("[{}", "[0]: expected ',' or a closing bracket, found the end of the text at line 1, column 4 (byte 3)"),
    ("[{}] x", "expected the end of the text, found 'x' at line 1, column 6 (byte 5)"),
  ])
  func `what is no list is an error`(_ json: String, _ message: String) {
    let error = #expect(throws: GraphQLDecodingError.self) { try texts(json) }
    #expect(error?.description == message)
  }

  @Test func `responses have a depth, too`() throws {
    #expect(throws: Never.self) { try GraphQLBatch.ranges(json: Array("[[[]]]".utf8), maximumDepth: 3) }
    let error = #expect(throws: GraphQLDecodingError.self) {
      try GraphQLBatch.ranges(json: Array("[[[]]]".utf8), maximumDepth: 2)
    }
    #expect(error?.kind == .tooDeep)
  }

  @Test func `bodies are joined by commas`() {
    func joined(_ texts: String...) -> String {
      String(decoding: GraphQLBatch.requestBody(texts.map { Array($0.utf8) }), as: UTF8.self)
    }
    #expect(joined() == "[]" && joined("{}") == "[{}]" && joined("{}", "1", "") == "[{},1,]")
  }
}
