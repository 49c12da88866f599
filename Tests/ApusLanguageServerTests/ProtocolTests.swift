import ApusJSON
import Testing

@testable import ApusLanguageServer

/// What the server does with messages that no good client sends.
@Suite struct ProtocolTests {
  @Test func statesOfASession() throws {
    let session = try Session(initializes: false)
    #expect(session.request("textDocument/hover", "{}")?["error"]?["code"]?.integer == -32002)
    #expect(session.request("initialize", "{}")?["result"]?["capabilities"] != nil)
    #expect(session.request("initialize", "{}")?["error"]?["code"]?.integer == -32600)
    #expect(session.request("nothing/known", "{}")?["error"]?["code"]?.integer == -32601)
    #expect(session.request("shutdown", "null")?["result"]?.isNull == true)
    #expect(session.request("textDocument/hover", "{}")?["error"]?["code"]?.integer == -32600)
    session.notify("exit", "null")
    #expect(session.server.exitCode == 0)
    let other = try Session()
    other.notify("exit", "null")
    #expect(other.server.exitCode == 1)
  }

  @Test func wrongMessages() throws {
    let session = try Session()
    session.send("{ no json")
    #expect(session.errorCode == -32700)
    session.send("[]")
    #expect(session.errorCode == -32600)
    session.send("{\"jsonrpc\":\"2.0\",\"id\":7}")
    #expect(session.errorCode == -32600)
    session.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":3}")
    #expect(session.errorCode == -32600)
    session.send(String(repeating: "[", count: 300))
    #expect(session.errorCode == -32700)
    let count = session.messages.count
    session.notify("$/unknown", "{}")
    session.notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"file:///x\"},\"contentChanges\":[{\"range\":{},\"text\":\"\"}]}")
    session.send("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":null}")
    #expect(session.messages.count == count)
  }

  @Test func missingParametersAreNamed() throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int }"])
    let error = session.request("textDocument/hover", "{\"textDocument\":{}}")?["error"]
    #expect(error?["code"]?.integer == -32602)
    #expect(error?["message"]?.string == "\"textDocument.uri\" is missing or is not a string.")
    session.open("a.graphql", "{ a }")
    let second = session.request(
      "textDocument/hover",
      "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"},\"position\":{\"line\":\"0\"}}")
    #expect(second?["error"]?["message"]?.string == "\"position.line\" is missing or is not a whole number.")
  }

  @Test func headersWithoutALengthArePassedOver() throws {
    let session = try Session(initializes: false)
    session.send(raw: "Content-Type: x\r\n\r\nContent-Length: -4\r\n\r\n")
    #expect(session.request("initialize", "{}")?["result"] != nil)
    #expect(session.server.exitCode == nil)
    for _ in 0..<10 { session.send(raw: "Nothing: 1\r\n\r\n") }
    #expect(session.server.exitCode == 1)
  }

  @Test func messagesMayComeInPieces() throws {
    let session = try Session(initializes: false)
    let body = "{\"id\":\"a\",\"method\":\"initialize\",\"params\":{}}"
    for character in "content-length:\(body.utf8.count)\r\n\r\n\(body)" {
      session.send(raw: String(character))
    }
    #expect(session.messages.count == 1)
    #expect(session.messages[0].contains("\"id\":\"a\""))
  }

  @Test func aWaitingRequestCanBeCancelled() throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int }"])
    session.open("a.graphql", "{ a }")
    let request =
      "{\"id\":5,\"method\":\"textDocument/foldingRange\",\"params\":{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"}}}"
    let cancel = "{\"method\":\"$/cancelRequest\",\"params\":{\"id\":5}}"
    session.send(
      raw:
        "Content-Length: \(request.utf8.count)\r\n\r\n\(request)Content-Length: \(cancel.utf8.count)\r\n\r\n\(cancel)"
    )
    #expect(session.errorCode == -32800)
  }

  @Test(arguments: [
    ("file:///a/b%20c", "/a/b c"), ("file://localhost/a", "/a"), ("FILE:///%C3%A9", "/é"),
    ("untitled:1", nil),
    ("file://other/a", nil), ("file:/a", "/a"),
  ])
  func fileURIs(uri: String, path: String?) {
    #expect(FileURI.path(uri) == path)
    if let path { #expect(FileURI.path(FileURI.uri(path)) == path) }
  }
}
