import Apus
import ApusTesting
import Foundation
import Testing

import ApusClient

/// What requests and responses are made of: which count as equal, and what is read from them.
@Suite(.timeLimit(.minutes(15))) struct RequestValueTests {
  @Test func `requests are equal when the same is sent under the same conditions`() {
    let request = GraphQLHTTPRequest(
      url: endpoint, headers: ["A": "1"], body: .parts([.bytes(Data("a".utf8))]), timeout: .seconds(1))
    func changed(_ change: (inout GraphQLHTTPRequest) -> Void) -> GraphQLHTTPRequest {
      var request = request
      change(&request)
      return request
    }
    let others = [
      changed { $0.method = .get }, changed { $0.url = URL(fileURLWithPath: "/") },
      changed { $0.headers = ["A": "2"] }, changed { $0.body = .parts([.bytes(Data("b".utf8))]) },
      changed { $0.timeout = nil }, changed { $0.maximumResponseBytes = 1 },
      changed { $0.forwardedHeaders = ["A"] },
      changed { $0.operations = [.init(kind: .query, name: "A", id: "a")] },
      changed { $0.isIdempotent = true }, changed { $0.attempt = 2 },
    ]
    for other in others { #expect(other != request) }
    #expect(Set(others + [request]).count == others.count + 1)
    let now = ContinuousClock.now
    let same = changed { request in
      request.deadline = now
      request.progress = { _ in }
    }
    #expect(same == request && same.hashValue == request.hashValue && same.deadline == now)
    var reset = same
    reset.deadline = nil
    #expect(reset.deadline == nil && reset == same)
    #expect(request.operations.isEmpty && request.operation(HelloQuery.self) == nil)
  }

  @Test func `responses are equal when the server says the same`() {
    let response = GraphQLHTTPResponse(status: 200, headers: ["A": "1"], body: Data("a".utf8))
    let others = [
      GraphQLHTTPResponse(status: 201, headers: ["A": "1"], body: Data("a".utf8)),
      GraphQLHTTPResponse(status: 200, headers: ["A": "2"], body: Data("a".utf8)),
      GraphQLHTTPResponse(status: 200, headers: ["A": "1"], body: Data("b".utf8)),
    ]
    for other in others { #expect(other != response) }
    let same = GraphQLHTTPResponse(status: 200, headers: ["a": "1"], body: Data("a".utf8))
    #expect(same == response && same.hashValue == response.hashValue)
    #expect(Set(others + [response, same]).count == 4)
  }

  @Test(arguments: [
    ("application/json", "application/json"), ("application/json; charset=utf-8", "application/json"),
    (" Application/JSON ;q=1", "application/json"), ("application/jsonp", "application/jsonp"),
    ("text/html,text/plain", "text/html"),
    ("application/graphql-response+json;", "application/graphql-response+json"),
    ("json", nil), ("", nil), (";text/html", nil),
  ])
  func `a media type is read without its parameters`(_ field: String, _ type: String?) {
    #expect(GraphQLMediaType(field)?.description == type)
  }

  @Test func `header fields of one name are compared in their order, those of others in any`() {
    var headers = GraphQLHTTPHeaders()
    #expect(headers.fields.isEmpty && headers == [:])
    headers.add("A", "1")
    headers.add("B", "3")
    headers.add("a", "2")
    var same = GraphQLHTTPHeaders([.init(name: "b", value: "3")])
    same.add("A", "1")
    same.add("A", "2")
    #expect(headers == same && headers.hashValue == same.hashValue)
    #expect(
      headers
        != GraphQLHTTPHeaders([
          .init(name: "A", value: "2"), .init(name: "A", value: "1"), .init(name: "B", value: "3"),
        ]))
  }

  @Test(arguments: [1, 2, 3, 100])
  func `a body is read in pieces of at most so many bytes`(_ count: Int) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("file".utf8).write(to: file)
    let bodies: [(GraphQLHTTPBody, String)] = [
      (.none, ""), (.bytes(Data()), ""), (.bytes(Data("abc".utf8)), "abc"),
      (
        .parts([.bytes(Data("a".utf8)), .bytes(Data()), .file(file, byteCount: 4), .bytes(Data("z".utf8))]),
        "afilez"
      ),
    ]
    for (body, text) in bodies {
      var reader = GraphQLHTTPBodyReader(body)
      var read = Data()
      while let piece = try reader.read(upToCount: count) {
        #expect(!piece.isEmpty && piece.count <= count)
        read += piece
      }
      #expect(String(decoding: read, as: UTF8.self) == text)
    }
    for byteCount in [3, 5] {
      var reader = GraphQLHTTPBodyReader(.parts([.file(file, byteCount: byteCount)]))
      let error = #expect(throws: GraphQLClientError.self) {
        while try reader.read(upToCount: count) != nil {}
      }
      #expect(error?.description == "the file \(file.path) changed while it was sent")
    }
    var missing = GraphQLHTTPBodyReader(.parts([.file(URL(fileURLWithPath: "/nowhere/file"), byteCount: 1)]))
    let error = #expect(throws: GraphQLClientError.self) { try missing.read(upToCount: count) }
    #expect(error?.description.hasPrefix("the file /nowhere/file cannot be read: ") == true)
  }

  @Test func `an error has the errors of a field, and a response if it is of GraphQL`() async throws {
    let json =
      #"{"data":{"hello":"a"},"errors":[{"message":"x","path":["a",1]},{"message":"y","path":["b"]},{"message":"z"}]}"#
    let client = client(GraphQLScriptedTransport([.json(json)]))
    let error = try #require(await clientError { _ = try await client.fetch(HelloQuery()) })
    guard case .graphQL(let failure) = error else { throw error }
    #expect(failure.errors(at: ["a"]).map(\.message) == ["x"])
    #expect(failure.errors(at: ["b"]).map(\.message) == ["y"])
    #expect(failure.errors(at: []).map(\.message) == ["x", "y"] && failure.errors(at: ["c"]).isEmpty)
    #expect(error.response(to: HelloQuery.self)?.data?.hello == "a")
    #expect(GraphQLClientError.timedOut(after: .seconds(1)).response(to: HelloQuery.self) == nil)
  }

  @Test func `a failure is no response to a document as text, unless it is one's`() async throws {
    let steps = [GraphQLScriptedTransport.Step.json(#"{"errors":[{"message":"x"}]}"#)]
    let error = try #require(
      await clientError { _ = try await client(GraphQLScriptedTransport(steps)).fetch(HelloQuery()) })
    #expect(error.response(to: GraphQLText.self) == nil)
    #expect(error.response(to: HelloQuery.self)?.errors.count == 1)
    let text = try GraphQLText("query Hello { hello }")
    let own = try #require(
      await clientError { _ = try await client(GraphQLScriptedTransport(steps)).fetch(text) })
    #expect(own.response(to: GraphQLText.self)?.errors.count == 1)
    #expect(own.response(to: HelloQuery.self) == nil)
  }

  @Test func `a stream that ended before its header fields came is an error`() async throws {
    let ended = StreamedResponse(resume: {}, cancel: {})
    ended.finish(.success(()))
    let error = await #expect(throws: GraphQLConnectionError.self) { _ = try await ended.head() }
    #expect(error?.code == .badServerResponse)
    let failed = StreamedResponse(resume: {}, cancel: {})
    failed.finish(.failure(CancellationError()))
    await #expect(throws: CancellationError.self) { _ = try await failed.head() }
  }
}
