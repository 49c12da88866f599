import ApusLoopback
import Testing

@testable import ApusMock

/// What the mock server answers to requests of every form.
@Suite(.timeLimit(.minutes(15))) struct MockEndpointTests {
  private let endpoint = MockEndpoint.ofTwoFields()

  private func answer(
    _ method: String = "POST", _ target: String = "/graphql", _ body: String = "",
    _ headers: [String: String] = ["content-type": "application/json"]
  ) -> HTTPAnswer {
    endpoint.answer(HTTPRequest(method: method, target: target, headers: headers, body: Array(body.utf8)))
  }

  private static let typename = #"{"data":{"__typename":"Query"}}"#

  private static func error(_ message: String) -> String {
    #"{"errors":[{"message":"\#(message.replacing("\"", with: "\\\""))"}]}"#
  }

  @Test(arguments: [
    (#"{"query":"{__typename}"}"#, typename), (#"{"query":"{__typename}","variables":null}"#, typename),
    (#"{"query":"{__typename}","variables":{},"operationName":null,"onError":null}"#, typename),
    (#"{"query":"query A{__typename}query B{b:__typename}","operationName":"A"}"#, typename),
    (#"{"query":"{__typename}","operationName":""}"#, typename),
    (#"{"query":"{__typename}","onError":"HALT"}"#, typename),
    ("{", error("The body of the request is not JSON.")), ("", error("The body of the request is not JSON.")),
    ("1", error("A request must be a JSON object, or a list of them.")),
    ("{}", error("The request lacks a \"query\" that is a string.")),
    (#"{"query":1}"#, error("The request lacks a \"query\" that is a string.")),
    (#"{"extensions":{}}"#, error("The request lacks a \"query\" that is a string.")),
    (#"{"extensions":{"persistedQuery":{}}}"#, error("PersistedQueryNotFound")),
    (
      #"{"query":"{__typename}","operationName":1}"#,
      error("The \"operationName\" of the request is not a string.")
    ),
    (
      #"{"query":"{__typename}","variables":[]}"#,
      error("The \"variables\" of the request are not an object.")
    ),
    (
      #"{"query":"{__typename}","variables":"x"}"#,
      error("The \"variables\" of the request are not an object.")
    ),
    (
      #"{"query":"{__typename}","onError":"NO"}"#,
      error("\"onError\" must be one of \"NULL\", \"PROPAGATE\", or \"HALT\".")
    ),
    (
      #"{"query":"{__typename}","onError":1}"#,
      error("\"onError\" must be one of \"NULL\", \"PROPAGATE\", or \"HALT\".")
    ),
    ("[]", error("The batch is empty.")),
    (#"[{"query":"{__typename}"},{"query":"{a:__typename}"}]"#, #"[\#(typename),{"data":{"a":"Query"}}]"#),
    (
      #"[1,{"query":"subscription{a}"}]"#,
      "[" + error("A request must be a JSON object, or a list of them.") + ","
        + error("A batch cannot contain a subscription.") + "]"
    ),
  ])
  func `a posted request has its response, or its error`(_ body: String, _ expected: String) {
    let old = answer("POST", "/graphql", body)
    #expect(old.text == expected)
    #expect(old.status == 200 && old.contentType == "application/json; charset=utf-8")
    let headers = [
      "content-type": "application/json; charset=utf-8",
      "accept": "application/graphql-response+json, application/json",
    ]
    let new = answer("QUERY", "/graphql", body, headers)
    #expect(new.text == expected)
    #expect(new.status == (expected.hasPrefix(#"{"errors""#) ? 400 : 200))
    #expect(new.contentType == "application/graphql-response+json; charset=utf-8")
  }

  @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/js", ""])
  func `the body of another type is refused`(_ type: String) {
    let answer = answer("POST", "/", #"{"query":"{__typename}"}"#, ["content-type": type])
    #expect(answer.status == 415)
    #expect(self.answer("POST", "/", #"{"query":"{__typename}"}"#, [:]).body == answer.body)
    #expect(
      answer.text == "The body of a request must be JSON. Send the header Content-Type: application/json.\n")
    #expect(answer.contentType == "text/plain; charset=utf-8")
  }

  @Test(arguments: [
    ("/?query=%7B__typename%7D", typename), ("/?query={__typename}&variables={}&onError=NULL", typename),
    ("/?query=query+A{__typename}query+B{a}&operationName=A", typename),
    ("/?query={__typename}&variables=null", typename),
    ("/?query={__typename}&variables={", error("The variables are not JSON.")),
    ("/?query={__typename}&variables=1", error("The \"variables\" of the request are not an object.")),
    (
      "/?query={__typename}&onError=no",
      error("\"onError\" must be one of \"NULL\", \"PROPAGATE\", or \"HALT\".")
    ),
    (
      "/?variables={}",
      "This is a GraphQL server with generated data: send a POST request, or '?query='.\n"
    ),
    ("/", "This is a GraphQL server with generated data: send a POST request, or '?query='.\n"),
  ])
  func `a request in the URL has its response, or its error`(_ target: String, _ expected: String) {
    for method in ["GET", "HEAD"] { #expect(answer(method, target, "", [:]).text == expected) }
    let status = answer("GET", target, "", ["accept": "application/graphql-response+json"]).status
    #expect(status == (expected == Self.typename ? 200 : 400))
  }

  @Test func `other methods`() {
    #expect(answer("OPTIONS").status == 204)
    for method in ["PUT", "DELETE", "post"] {
      let answer = answer(method)
      #expect(answer.status == 405)
      #expect(answer.text == "This is a GraphQL server: send a POST request.\n")
      #expect(
        String(decoding: answer.bytes(closes: false), as: UTF8.self).contains(
          "\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: *\r\nAllow: GET, POST, OPTIONS\r\n"
        ))
    }
  }

  @Test func `a subscription needs a client that accepts event streams`() {
    let body = #"{"query":"subscription{a}"}"#
    let refused = answer("POST", "/", body)
    #expect(refused.status == 406)
    #expect(
      refused.text
        == "A subscription is sent as an event stream. Send the header Accept: text/event-stream.\n")
    for accept in ["text/event-stream", "TEXT/EVENT-STREAM, application/json"] {
      let stream = answer("POST", "/", body, ["content-type": "application/json", "accept": accept])
      #expect(stream.status == 200 && stream.contentType == "text/event-stream; charset=utf-8")
      #expect(stream.events.count == 3 && stream.events.last == "event: complete\ndata:\n\n")
    }
  }

  @Test(arguments: [
    ("text/event-stream", true), ("text/event-stream, */*", false),
    ("text/event-stream, application/json", false),
    ("application/json", false),
  ])
  func `a query is answered as a stream if the client accepts nothing else`(
    _ accept: String, _ isStream: Bool
  ) {
    let headers = ["content-type": "application/json", "accept": accept]
    let found = answer("POST", "/", #"{"query":"{__typename}"}"#, headers)
    let expected = ["event: next\ndata: \(Self.typename)\n\n", "event: complete\ndata:\n\n"]
    #expect(found.events == (isStream ? expected : []))
    let refused = answer("POST", "/", "{}", headers)
    #expect(refused.events.count == (isStream ? 2 : 0) && refused.status == 200)
  }

  @Test(arguments: [
    (200, "OK"), (204, "No Content"), (400, "Bad Request"), (405, "Method Not Allowed"),
    (406, "Not Acceptable"),
    (408, "Request Timeout"), (411, "Length Required"), (413, "Content Too Large"),
    (415, "Unsupported Media Type"), (431, "Request Header Fields Too Large"), (503, "Service Unavailable"),
  ])
  func `a response's head`(_ status: Int, _ reason: String) {
    let answer = HTTPAnswer(
      status: status, contentType: "text/plain", fields: ["Access-Control-Allow-Origin: *"], body: "é")
    let common = """
      HTTP/1.1 \(status) \(reason)\r
      Cache-Control: no-store\r
      Access-Control-Allow-Origin: *\r
      Content-Length: 2\r
      \(status == 204 ? "" : "Content-Type: text/plain\r\n")
      """
    func text(_ closes: Bool, _ hasBody: Bool) -> String {
      String(decoding: answer.bytes(closes: closes, hasBody: hasBody), as: UTF8.self)
    }
    #expect(text(true, true) == common + "Connection: close\r\n\r\né")
    #expect(text(false, false) == common + "Connection: keep-alive\r\n\r\n")
    let stream = HTTPAnswer(contentType: "text/plain", stream: PacedEvents(events: ["a"], pause: 0))
    let head = String(decoding: stream.bytes(closes: false), as: UTF8.self)
    #expect(!head.contains("Content-Length") && head.hasSuffix("Connection: close\r\n\r\n"))
  }
}

/// Requests over HTTP that are read, incomplete or refused.
@Suite(.timeLimit(.minutes(15))) struct HTTPRequestTests {
  private func status(_ text: String) -> Int? {
    if case .refused(let status) = HTTPRequest.parse(Array(text.utf8)) { status } else { nil }
  }

  private func request(_ text: String) -> HTTPRequest? {
    if case .request(let request, _) = HTTPRequest.parse(Array(text.utf8)) { request } else { nil }
  }

  @Test(arguments: [
    ("GET /\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400), ("GET / x HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nhost\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nho st: x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nhost : x\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\ncontent-length:\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\ncontent-length: 1, 1\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n", 411),
    ("POST / HTTP/1.1\r\ncontent-length: 1048577\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\ncontent-length: 99999999999999999999\r\n\r\n", 413),
  ])
  func `what is not a request is refused`(_ text: String, _ expected: Int) {
    #expect(status(text) == expected)
  }

  @Test func `a head has at most 16 kB, and a body a megabyte`() {
    func head(_ count: Int, _ length: Int = 0) -> String {
      let start = "POST / HTTP/1.1\r\ncontent-length: \(length)\r\nx: "
      return start + String(repeating: "x", count: count - start.utf8.count - 4) + "\r\n\r\n"
    }
    #expect(status(head(16 * 1024)) == nil && request(head(16 * 1024)) != nil)
    #expect(status(head(16 * 1024 + 1)) == 431)
    #expect(status(String(repeating: "x", count: 16 * 1024)) == nil)
    #expect(status(String(repeating: "x", count: 16 * 1024 + 1)) == 431)
    let body = String(repeating: " ", count: 1024 * 1024)
    #expect(request(head(100, 1024 * 1024) + body)?.body.count == 1024 * 1024)
  }

  @Test func `header fields are trimmed, joined and found in any case`() {
    let text =
      "\r\nGET /a HTTP/1.0\nAccept:\t text/html \nACCEPT: Application/JSON\nConnection: Close\nempty:\n\n"
    let found = request(text)
    #expect(found?.headers["accept"] == "text/html, Application/JSON")
    #expect(found?.headers["empty"] == "")
    #expect(found?.accepts("application/json") == true && found?.accepts("*/*") == false)
    #expect(found?.endsConnection == true && found?.target == "/a" && found?.method == "GET")
    #expect(request("GET / HTTP/1.1\r\n\r\n")?.endsConnection == false)
  }

  @Test func `only a client that waits for it is told to continue`() {
    for (expect, isWaiting) in [("100-Continue", true), ("200-ok", false)] {
      let text = "POST / HTTP/1.1\r\nexpect: \(expect)\r\ncontent-length: 2\r\n\r\nx"
      guard case .incomplete(let expectsContinue) = HTTPRequest.parse(Array(text.utf8)) else {
        Issue.record("the request is not incomplete")
        return
      }
      #expect(expectsContinue == isWaiting)
    }
  }
}
