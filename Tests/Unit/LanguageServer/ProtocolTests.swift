import ApusSource
import Testing

@testable import ApusLanguageServer

/// What the server does with messages that no good client sends.
@Suite(.timeLimit(.minutes(15))) struct ProtocolTests {
  @Test func `states of a session`() throws {
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

  @Test func `wrong messages`() throws {
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
    session.send("{\"jsonrpc\":\"2.0\",\"id\":99,\"error\":{}}")
    #expect(session.messages.count == count)
  }

  @Test func `missing parameters are named`() throws {
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

  @Test func `headers without a length are passed over`() throws {
    let session = try Session(initializes: false)
    session.send(raw: "Content-Type: x\r\n\r\nContent-Length: -4\r\n\r\n")
    #expect(session.request("initialize", "{}")?["result"] != nil)
    #expect(session.server.exitCode == nil)
    for _ in 0..<10 { session.send(raw: "Nothing: 1\r\n\r\n") }
    #expect(session.server.exitCode == 1)
  }

  @Test func `headers that are too long`() throws {
    let session = try Session(initializes: false)
    // A message of more than 64 MB is not waited for; nor is the end of a header that never ends.
    session.send(raw: "Content-Length: \(65 << 20)\r\n\r\n")
    session.send(raw: String(repeating: "x", count: 40_000))
    #expect(session.request("initialize", "{}")?["result"] != nil)
    session.send(raw: String(repeating: "x", count: 20_000) + "Content-Length: 4\r\n\r\nnull")
    #expect(session.errorCode == -32600)
    #expect(session.server.exitCode == nil)
  }

  @Test func `many messages at once`() throws {
    let session = try Session()
    let one = "{\"id\":1,\"method\":\"a\"}"
    session.send(raw: String(repeating: "Content-Length: \(one.utf8.count)\r\n\r\n\(one)", count: 5000))
    #expect(session.messages.filter { $0.contains("-32601") }.count == 5000)
  }

  @Test func `members of objects`() throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int }"])
    session.open("a.graphql", "{ a }")
    // Of a member that is there twice the first counts; what is deeper than 200 is refused.
    let uri = session.uri("a.graphql")
    let twice =
      "{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":{\"line\":0,\"character\":2,\"character\":\"x\"}}"
    #expect(session.request("textDocument/hover", twice)?["result"]?["contents"] != nil)
    let deep = String(repeating: "[", count: 199) + String(repeating: "]", count: 199)
    #expect(session.request("textDocument/hover", "{\"a\":\(deep)}")?["error"]?["code"]?.integer == -32700)
    #expect(session.request("$/unknown", "{}")?["error"]?["code"]?.integer == -32601)
  }

  @Test func `changes that no client sends`() throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int }"])
    func change(_ name: String, version: Int, _ change: String) {
      session.notify(
        "textDocument/didChange",
        "{\"textDocument\":{\"uri\":\"\(session.uri(name))\",\"version\":\(version)},\"contentChanges\":[\(change)]}"
      )
    }
    // Of a document that is not open: the whole text opens it, a part is ignored.
    change("new.graphql", version: 1, "{\"text\":\"{ b }\"}")
    #expect(session.published() == ["new.graphql: unknown-field"])
    change(
      "other.graphql", version: 1,
      "{\"range\":{\"start\":{\"line\":0,\"character\":0},\"end\":{\"line\":0,\"character\":0}},\"text\":\"x\"}"
    )
    #expect(session.published().isEmpty)
    // The last text wins, whatever its number; ranges beyond the text, and upside down, are taken.
    change("new.graphql", version: -5, "{\"text\":\"{ a }\"}")
    #expect(session.published() == ["new.graphql: "])
    change(
      "new.graphql", version: -5,
      "{\"range\":{\"start\":{\"line\":9,\"character\":0},\"end\":{\"line\":0,\"character\":2}},\"text\":\"b }\"}"
    )
    #expect(session.published() == ["new.graphql: unknown-field"])
  }

  @Test func `documents that are too large`() throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int }"])
    let line = String(repeating: "#", count: 1 << 20) + "\n"
    session.open("large.graphql", "query A { nothing }\n" + String(repeating: line, count: 16))
    session.open("small.graphql", "query B { nothing }")
    #expect(session.published() == ["large.graphql: file-too-large", "small.graphql: unknown-field"])
  }

  /// Within what ten times the target of a whole check is for a debug build, with room for a busy machine.
  @Test(arguments: ["long", "one line", "deep", "fragments"])
  func `documents of unusual form`(form: String) throws {
    let session = try Session(["schema.graphqls": "type Query { a: Int c: Query }"])
    var text = ""
    switch form {
    case "long":
      text =
        "query A { a }\n" + String(repeating: "# " + String(repeating: "x", count: 78) + "\n", count: 50_000)
    case "one line": text = "query A { " + String(repeating: "a ", count: 200_000) + "}"
    case "deep":
      text = "query A " + String(repeating: "{ c ", count: 199) + "{ a " + String(repeating: "}", count: 200)
    default: text = (0..<10_000).map { "fragment F\($0) on Query { a }" }.joined(separator: "\n")
    }
    session.open("a.graphql", text)
    _ = session.published()
    for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "formatting"] {
      let answer = session.request(
        "textDocument/\(method)", "{\"textDocument\":{\"uri\":\"\(session.uri("a.graphql"))\"}}")
      #expect(answer?["result"] != nil, "\(method)")
    }
  }

  @Test func `messages may come in pieces`() throws {
    let session = try Session(initializes: false)
    let body = "{\"id\":\"a\",\"method\":\"initialize\",\"params\":{}}"
    for character in "content-length:\(body.utf8.count)\r\n\r\n\(body)" {
      session.send(raw: String(character))
    }
    #expect(session.messages.count == 1)
    #expect(session.messages[0].contains("\"id\":\"a\""))
  }

  @Test func `a waiting request can be cancelled`() throws {
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
    ("file://other/a", nil), ("file:/a", "/a"), ("file:///%c3%a9", "/é"), ("file://localhost", nil),
    ("file:a", nil),
    ("file:", nil), ("file:///a%2zb%", "/a%2zb%"), ("file:///%4", "/%4"), ("file:///%4A", "/J"),
    ("http:///a", nil),
  ])
  func `file URIs`(uri: String, path: String?) {
    #expect(FileURI.path(uri) == path)
    if let path { #expect(FileURI.path(FileURI.uri(path)) == path) }
  }

  @Test(arguments: [
    ("[]", "null", "A message must be an object. The protocol does not support batches."),
    (#"{"id":7}"#, "7", "There is no \"method\"."), (#"{"id":"x"}"#, "\"x\"", "There is no \"method\"."),
    (#"{"id":true}"#, "null", "There is no \"method\"."),
    (#"{"id":7,"method":3}"#, "7", "\"method\" is not a string."),
    (#"{"id":1.5,"method":"a"}"#, "null", "\"id\" is neither a number nor a string."),
    (#"{"id":null,"method":"a"}"#, "null", "\"id\" is neither a number nor a string."),
    (#"{"id":"x","method":"a"}"#, "\"x\"", "There is no method \"a\"."),
    (#"{"id":7,"method":"initialize"}"#, "7", "The session is already initialized."),
  ])
  func `an error says which message it is about, and why`(_ message: String, _ id: String, _ reason: String)
    throws
  {
    let session = try Session()
    session.send(message)
    let answer = try #require(session.messages.last.flatMap(Session.value))
    #expect(answer["id"].map { $0.range.file.text($0.range.start, $0.range.end) } == id)
    #expect(answer["error"]?["message"]?.string == reason)
  }

  @Test func `requests before and after a session say so`() throws {
    let session = try Session(initializes: false)
    func reason() -> String? { session.request("workspace/symbol", "{}")?["error"]?["message"]?.string }
    #expect(reason() == "The first request must be \"initialize\".")
    _ = session.request("initialize", "{}")
    #expect(reason() != "The first request must be \"initialize\".")
    _ = session.request("shutdown", "null")
    #expect(reason() == "The session was shut down.")
  }

  @Test func `a request about a file that is not there says so`() throws {
    let session = try Session()
    let uri = session.uri("none.graphql")
    let error = session.request("textDocument/documentSymbol", "{\"textDocument\":{\"uri\":\"\(uri)\"}}")?[
      "error"]
    #expect(error?["message"]?.string?.hasPrefix("\(uri) cannot be read: ") == true)
  }

  /// Each character as the two writers of JSON escape it reads back as itself.
  @Test func `text in messages reads back`() throws {
    let text = String(String.UnicodeScalarView((0..<0x80).compactMap { Unicode.Scalar(UInt8($0)) })) + "é😀"
    var bytes: [UInt8] = []
    JSONOutput.object([(text, .string(text)), ("n", .numbers([0, 9, 10, 99, 100, -1]))]).append(to: &bytes)
    let root = try #require(Session.value(String(decoding: bytes, as: UTF8.self)))
    #expect(root.members?.first?.name == text && root.members?.first?.value.string == text)
    #expect(root["n"]?.elements?.compactMap(\.integer) == [0, 9, 10, 99, 100, -1])
    #expect(String(decoding: bytes, as: UTF8.self).contains(#"\u0000\u0001"#))
  }

  @Test(
    arguments: [
      (["--log"], 2), (["--arguments"], 2), (["--nothing"], 2), (["--stdio", "--nothing"], 2),
      (["--log", "/"], 2),
      (["--arguments", "a", "b"], 2), (["--help"], 0), (["-h", "--nothing"], 0),
      (["--log", "/dev/null", "-h"], 0),
    ] as [([String], Int32)])
  func `a command line that is wrong or asks for help ends at once`(_ arguments: [String], _ code: Int32) {
    #expect(LanguageServerProcess.run(arguments) == code)
  }
}
