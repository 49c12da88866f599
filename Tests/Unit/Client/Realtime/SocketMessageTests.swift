import Apus
import Foundation
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct SocketMessageTests {
  private func message(_ text: String, _ dialect: SocketDialect = .transportWS) throws -> SocketMessage {
    try SocketMessage(Data(text.utf8), dialect)
  }

  @Test func `the messages of graphql-transport-ws`() throws {
    #expect(try message(#"{"type":"connection_ack","payload":{"a":1}}"#) == .acknowledgement)
    #expect(
      try message(#" {"id":"7", "type":"next","payload": {"data":{"a":"}"}} } "#)
        == .next(id: "7", Data(#"{"data":{"a":"}"}}"#.utf8)))
    #expect(
      try message(#"{"payload":[{"message":"no"}],"type":"error","id":"7"}"#)
        == .error(id: "7", Data(#"[{"message":"no"}]"#.utf8)))
    #expect(try message(#"{"type":"complete","id":"7"}"#) == .complete(id: "7"))
    #expect(try message(#"{"type":"ping"}"#) == .ping)
    #expect(try message(#"{"type":"pong","payload":null}"#) == .nothing)
    #expect(try message(#"{"type":"ka"}"#) == .unknown(type: "ka"))
    #expect(try message(#"{"id":"7","type":"data","payload":{}}"#) == .unknown(type: "data"))
  }

  @Test func `the messages of graphql-ws`() throws {
    #expect(try message(#"{"type":"ka"}"#, .legacyWS) == .nothing)
    #expect(
      try message(#"{"type":"data","id":7,"payload":{}}"#, .legacyWS) == .next(id: "7", Data("{}".utf8)))
    #expect(try message(#"{"type":"connection_error","payload":"x"}"#, .legacyWS) == .rejection(#""x""#))
    #expect(try message(#"{"type":"connection_error"}"#, .legacyWS) == .rejection("no reason"))
    let long = "\"" + String(repeating: "x", count: 300) + "\""
    #expect(
      try message(#"{"type":"connection_error","payload":\#(long)}"#, .legacyWS)
        == .rejection(String(long.prefix(200))))
    // Hasura sends it in the newer dialect, too.
    #expect(try message(#"{"type":"connection_error","payload":"x"}"#) == .rejection(#""x""#))
    #expect(try message(#"{"type":"start_ack","id":"1"}"#, .legacyWS) == .nothing)
  }

  @Test func `members in any order, of which the first of a name counts`() throws {
    let expected = SocketMessage.next(id: "7", Data("{}".utf8))
    for text in [
      #"{"payload":{},"type":"next","id":"7"}"#,
      #"{"type":"next","extra":{"id":"1","type":"complete"},"payload":{},"id":"7"}"#,
      #"{"id":"7","id":"8","type":"next","payload":{},"type":"complete","payload":{"data":1}}"#,
      #"{"\u0069d":"\u0037","t\u0079pe":"ne\u0078t","payload":{}}"#,
    ] {
      #expect(try message(text) == expected, "\(text)")
    }
  }

  @Test(arguments: [
    "", "[]", "7", "{", #"{"id":"1"}"#, #"{"type":"next","id":"1"}"#, #"{"type":"next","payload":{}}"#,
    #"{"type":"complete"}"#, #"{"type":null}"#, "{\"type\":\"ping\"} x",
  ])
  func `what is no message`(_ text: String) {
    #expect(throws: GraphQLSubscriptionError.self) { try message(text) }
  }

  @Test func `what a client sends is JSON`() throws {
    let body = Data(#"{"query":"{a}"}"#.utf8)
    for dialect in SocketDialect.allCases {
      let subscribe = try GraphQLValue(json: dialect.subscribe(3, body))
      #expect(subscribe["id"] == "3")
      #expect(subscribe["payload"] == ["query": "{a}"])
      #expect(try GraphQLValue(json: dialect.complete(3))["id"] == "3")
      #expect(try GraphQLValue(json: dialect.initialization(["t": 1]))["payload"] == ["t": 1])
      #expect(try GraphQLValue(json: dialect.initialization(nil)) == ["type": "connection_init"])
    }
  }

  @Test(arguments: [
    (#"[{"message":"a"}]"#, "a"), (#"{"message":"a"}"#, "a"), (#""a""#, "a"),
    (#"{"errors":[{"message":"a"}]}"#, "a"), (#"{"code":7}"#, #"{"code":7}"#), ("x", "null"),
    ("[]", "the server gives no reason"),
  ])
  func `errors in all their forms are a response`(_ payload: String, _ text: String) throws {
    let response = try HelloQuery.response(json: SocketMessage.response(toErrors: Data(payload.utf8)))
    #expect(response.errors.map(\.message) == [text])
  }

  @Test func `mutated messages`() throws {
    let valid = Array(#"{"id":"7","type":"next","payload":{"data":{"a":[1,"é\n",null]}}}"#.utf8)
    var read = 0
    Fuzzing.run("socket messages") { random in
      var bytes = valid
      bytes.mutate(with: Array(#"{}[]:,"\idtype7"#.utf8), using: &random)
      do {
        _ = try SocketMessage(Data(bytes), .transportWS)
        read += 1
      } catch {
        #expect(error is GraphQLSubscriptionError)
      }
    }
    #expect(read > 0)
  }
}
