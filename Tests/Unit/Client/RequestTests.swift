import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct RequestTests {
  @Test func `a post`() async throws {
    let server = GraphQLScriptedTransport([.json(world)])
    _ = try await GraphQLClient(url: endpoint, transport: server).fetch(HelloQuery(name: .value("swift")))
    let request = try #require(server.requests.first)
    #expect(request.method == .post)
    #expect(request.url == endpoint)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["ACCEPT"] == "application/graphql-response+json, application/json;q=0.9")
    #expect(request.json["query"].string == HelloQuery.operationDocument)
    #expect(request.json["operationName"] == "Hello")
    #expect(request.json["variables"] == ["name": "swift"])
    #expect(request.timeout == .seconds(60))
    #expect(request.isIdempotent)
    #expect(request.operations == [.init(kind: .query, name: "Hello", id: "a1b2")])
  }

  @Test func `a get keeps what the URL has, and escapes all that is not unreserved`() async throws {
    let server = GraphQLScriptedTransport([.json(world)])
    var options = GraphQLRequestOptions(method: .get)
    options.extensions["a"] = 1
    _ = try await client(server).fetch(HelloQuery(name: .value("a+b&é")), options: options)
    let request = try #require(server.requests.first)
    #expect(request.method == .get)
    #expect(request.body == .none)
    #expect(
      request.url.query
        == "key=1&query=query%20Hello%28%24name%3AString%29%7Bhello%28name%3A%24name%29%7D"
        + "&operationName=Hello&variables=%7B%22name%22%3A%22a%2Bb%26%C3%A9%22%7D&extensions=%7B%22a%22%3A1%7D"
    )
  }

  @Test func `a mutation is posted even where queries are not, and is not idempotent`() async throws {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"send":null}}"#)])
    var client = client(server)
    client.queryMethod = .get
    _ = try await client.perform(SendMutation())
    #expect(server.requests.first?.method == .post)
    #expect(server.requests.first?.isIdempotent == false)
  }

  @Test func `QUERY has the body of a post, and is for queries alone`() async throws {
    let miss = GraphQLScriptedTransport.Step.json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
    let server = GraphQLScriptedTransport([
      .json(world), .json(#"{"data":{"send":null}}"#), miss, .json(world),
    ])
    var client = client(server)
    client.queryMethod = .query
    _ = try await client.fetch(HelloQuery(name: .value("swift")))
    let request = try #require(server.requests.first)
    #expect(request.url == client.url)
    #expect(request.json["query"].string == HelloQuery.operationDocument)
    #expect(request.json["variables"] == ["name": "swift"])
    #expect(request.headers["Content-Type"] == "application/json")
    _ = try await client.perform(SendMutation())
    client.documents = .automaticallyPersisted
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.map(\.method) == [.query, .post, .query, .post])
  }

  /// Apollo Server's rule, as its documentation has it: a form cannot send the content type, or a field says that
  /// a browser would have asked first. A request without a body has no content type.
  @Test func `every kind of request passes a server that guards against forged requests`() async throws {
    let mutation = GraphQLScriptedTransport.Step.json(#"{"data":{"send":null}}"#)
    let server = GraphQLScriptedTransport([.json(world), .json(world), mutation, mutation])
    let client = client(server)
    _ = try await client.fetch(HelloQuery())
    _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(method: .get))
    _ = try await client.perform(SendMutation())
    _ = try await client.perform(SendMutation(files: [GraphQLUpload(data: Data(), fileName: "a")]))
    let ofForms = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
    for request in server.requests {
      let type = request.headers["Content-Type"]?.split(separator: ";").first.map(String.init)
      let isGuarded = ["Apollo-Require-Preflight", "X-Apollo-Operation-Name"].contains {
        request.headers[$0]?.isEmpty == false
      }
      #expect(isGuarded || type.map { !ofForms.contains($0) } == true, "\(request.headers)")
    }
    #expect(server.requests.map(\.method) == [.post, .get, .post, .post])
  }

  @Test func `a trusted document is sent as its identifier`() async throws {
    let server = GraphQLScriptedTransport([.json(world), .json(world)])
    var client = client(server)
    client.documents = .trusted
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.first?.json == ["documentId": "a1b2", "operationName": "Hello"])
    _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(method: .get))
    #expect(server.requests.last?.url.query == "key=1&documentId=a1b2&operationName=Hello")
  }

  @Test(arguments: [
    GraphQLScriptedTransport.Step.json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#),
    .json(
      #"{"errors":[{"message":"?","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#, status: 400,
      type: "application/json"),
  ])
  func `a hash that the server does not know is registered`(_ miss: GraphQLScriptedTransport.Step)
    async throws
  {
    let server = GraphQLScriptedTransport([miss, .json(world)])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.map { $0.json["query"].string } == [nil, HelloQuery.operationDocument])
    let hash: GraphQLValue = ["persistedQuery": ["version": 1, "sha256Hash": "a1b2"]]
    #expect(server.requests.map { $0.json["extensions"] } == [hash, hash])
  }

  /// The document may be too long for a URL.
  @Test func `a hash is asked for by GET, and registered by POST`() async throws {
    let miss = GraphQLScriptedTransport.Step.json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
    let server = GraphQLScriptedTransport([miss, .json(world), .json(world)])
    var client = client(server)
    client.documents = .automaticallyPersisted
    client.queryMethod = .get
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    let extensions = "%7B%22persistedQuery%22%3A%7B%22sha256Hash%22%3A%22a1b2%22%2C%22version%22%3A1%7D%7D"
    let byHash = "key=1&operationName=Hello&extensions=\(extensions)"
    #expect(server.requests.map(\.method) == [.get, .post])
    #expect(server.requests.map(\.url.query) == [byHash, "key=1"])
    #expect(server.requests.last?.json["query"].string == HelloQuery.operationDocument)
    let hash: GraphQLValue = ["persistedQuery": ["version": 1, "sha256Hash": "a1b2"]]
    #expect(server.requests.last?.json["extensions"] == hash)
    #expect(server.requests.last?.headers["Content-Type"] == "application/json")
    // Registered, it is a GET again.
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.last?.method == .get)
  }

  @Test func `data beside the error of an unknown hash is not asked for again`() async throws {
    let both = #"{"data":{"hello":"world"},"errors":[{"message":"PersistedQueryNotFound"}]}"#
    let server = GraphQLScriptedTransport([.json(both)])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.response(for: HelloQuery()).data?.hello == "world")
    #expect(server.requests.count == 1)
  }

  @Test func `an unknown hash may be said behind another error`() async throws {
    let errors = #"{"errors":[{"message":"slow"},{"message":"PersistedQueryNotFound"}]}"#
    let server = GraphQLScriptedTransport([.json(errors), .json(world)])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.last?.json["query"].string == HelloQuery.operationDocument)
  }

  @Test func `a server without hashes gets the document`() async throws {
    let rejection = #"{"errors":[{"message":"PersistedQueryNotSupported"}]}"#
    let server = GraphQLScriptedTransport([.json(rejection), .json(world)])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.last?.json["extensions"] == .null)
  }

  @Test func `another error is not taken for a miss`() async throws {
    let server = GraphQLScriptedTransport([.errors(GraphQLError(message: "no"))])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.response(for: HelloQuery()).errors.map(\.message) == ["no"])
    #expect(server.requests.count == 1)
  }

  @Test func `a subscription has no single response, so that fetch does not take it`() {
    let types: [any GraphQLOperation.Type] = [HelloQuery.self, SendMutation.self, HelloSubscription.self]
    #expect(types.map { $0 is any GraphQLSingleResponseOperation.Type } == [true, true, false])
  }

  @Test func `a batch`() async throws {
    let server = GraphQLScriptedTransport([.json("[\(world), {\"errors\": [{\"message\": \"no\"}]}]")])
    let (first, second) = try await client(server).batch(HelloQuery(), SendMutation())
    #expect(first.data?.hello == "world")
    #expect(second.errors.map(\.message) == ["no"])
    let request = try #require(server.requests.first)
    #expect(request.json.list?.map { $0["operationName"] } == ["Hello", "Send"])
    #expect(!request.isIdempotent && request.method == .post && request.url == endpoint)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Accept"] == "application/graphql-response+json, application/json;q=0.9")
  }

  @Test func `a batch of queries is idempotent, and posted all the same`() async throws {
    let server = GraphQLScriptedTransport([.json("[\(world),\(world)]")])
    var client = client(server)
    client.queryMethod = .get
    let responses = try await client.batch([HelloQuery(), HelloQuery(name: .value("you"))])
    #expect(responses.map(\.data?.hello) == ["world", "world"])
    let request = try #require(server.requests.first)
    #expect(request.isIdempotent && request.method == .post && request.url == endpoint)
    #expect(request.json.list?.map { $0["variables"]["name"].string } == [nil, "you"])
  }

  @Test(arguments: [world, "[]", "[\(world)]", "[\(world), \(world), \(world)]", "[\(world), \(world)"])
  func `a batch with another number of responses`(_ body: String) async throws {
    let client = client(GraphQLScriptedTransport([.json(body)]))
    let error = await clientError { _ = try await client.batch([HelloQuery(), HelloQuery()]) }
    guard case .notGraphQL? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `files leave null behind, and the map says where`() async throws {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"send":null}}"#)])
    let file = GraphQLUpload(data: Data("content".utf8), fileName: "a\"\r\nX: y")
    _ = try await client(server).perform(SendMutation(files: [file, file]))
    let request = try #require(server.requests.first)
    #expect(request.headers["GraphQL-Require-Preflight"] == "1")
    #expect(request.headers["Apollo-Require-Preflight"] == "true")
    let boundary = try #require(request.headers["Content-Type"]?.components(separatedBy: "boundary=").last)
    let parts = request.bodyText.components(separatedBy: "--\(boundary)")
    // A server reads a file as a stream, once: a file at two places is sent twice.
    #expect(parts.count == 6)
    #expect(parts.first == "")
    func head(_ name: String) -> String {
      "\r\nContent-Disposition: form-data; name=\"\(name)\"\r\nContent-Type: application/json\r\n\r\n{"
    }
    #expect(parts[1].hasPrefix(head("operations")) && parts[2].hasPrefix(head("map")))
    #expect(parts[1].contains(#""variables":{"files":[null,null]}"#))
    #expect(parts[2].hasSuffix("\r\n\r\n{\"0\":[\"variables.files.0\"],\"1\":[\"variables.files.1\"]}\r\n"))
    #expect(parts[3].contains("name=\"0\"; filename=\"a%22%0D%0AX: y\"\r\n"))
    #expect(parts[4].contains("name=\"1\"; filename=\"a%22%0D%0AX: y\"\r\n"))
    #expect(parts[3...4].allSatisfy { $0.hasSuffix("\r\n\r\ncontent\r\n") })
    #expect(parts.last == "--\r\n")
  }

  @Test func `a file cannot be in a batch`() async throws {
    let file = GraphQLUpload(data: Data(), fileName: "a")
    let client = client(GraphQLScriptedTransport([]))
    let error = await clientError { _ = try await client.batch([SendMutation(files: [file])]) }
    #expect(error?.description == "Send uploads a file, which a batch cannot; send it on its own")
  }

  @Test(arguments: ["/nowhere/at/all", "/", "/dev/null", "/etc/shadow.d/none"])
  func `a file that cannot be sent is an invalid request`(_ path: String) async throws {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"send":null}}"#)], repeatsLast: true)
    let file = GraphQLUpload(file: URL(fileURLWithPath: path))
    let error = await clientError { _ = try await client(server).perform(SendMutation(files: [file])) }
    guard case .invalidRequest(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains(path))
    #expect(server.requests.isEmpty)
  }

  @Test func `files stay where they are, between what is in memory`() async throws {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"send":null}}"#)])
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(UUID().uuidString)")
    try Data("from disk".utf8).write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    let files = [GraphQLUpload(file: place), GraphQLUpload(data: Data("memory".utf8), fileName: "b")]
    _ = try await client(server).perform(SendMutation(files: files))
    let body = try #require(server.requests.first?.body)
    guard case .parts(let parts) = body, parts.count == 3 else {
      Issue.record("\(body)")
      return
    }
    #expect(parts[1] == .file(place, byteCount: 9))
    var reader = GraphQLHTTPBodyReader(body)
    var sent = Data()
    while let piece = try reader.read(upToCount: 7) { sent += piece }
    #expect(sent.count == body.byteCount)
    let text = String(decoding: sent, as: UTF8.self)
    #expect(text.contains("\r\n\r\nfrom disk\r\n--"))
    #expect(text.contains("\r\n\r\nmemory\r\n--"))
  }

  @Test(arguments: [GraphQLHTTPRequest.Method.get, .post])
  func `a variable that JSON cannot say is an invalid request`(_ method: GraphQLHTTPRequest.Method) async {
    let client = client(GraphQLScriptedTransport([]))
    let options = GraphQLRequestOptions(method: method)
    let errors = [
      await clientError { _ = try await client.fetch(RatioQuery(ratio: .infinity), options: options) },
      await clientError { _ = try await client.batch([RatioQuery(ratio: .nan)]) },
    ]
    for error in errors {
      guard case .invalidRequest(let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("Ratio: "))
    }
  }

  @Test func `a client is made in one expression`() async throws {
    let server = GraphQLScriptedTransport([.json(world)])
    let client = GraphQLClient(
      url: endpoint, transport: server, headers: ["X-A": "1"], timeout: .seconds(700),
      interceptors: [Marking(name: "outer")]
    ).with {
      $0.deadline = .seconds(900); $0.maximumResponseBytes = 999; $0.forwardedHeaders = ["X-F"];
      $0.documents = .trusted; $0.queryMethod = .get; $0.checks = [.userErrors()]
    }
    async let data = client.fetch(HelloQuery())
    #expect(try await data.hello == "world")
    let request = try #require(server.requests.first)
    #expect(request.headers["X-A"] == "1")
    #expect(request.timeout == .seconds(700))
    #expect(request.maximumResponseBytes == 999)
    #expect(request.forwardedHeaders == ["X-F"])
    #expect(request.method == .get)
    #expect(request.headers["X-Marks"] == "outer")
    #expect(client.checks.count == 1)
  }

  @Test func `interceptors of one request are behind the client's`() async throws {
    let server = GraphQLScriptedTransport([.json(world)], repeatsLast: true)
    let client = GraphQLClient(
      url: endpoint, transport: server, timeout: .seconds(3600), interceptors: [Marking(name: "client")])
    _ = try await client.fetch(
      HelloQuery(), options: GraphQLRequestOptions(interceptors: [Marking(name: "request")]))
    #expect(server.requests.last?.headers["X-Marks"] == "client request")
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.last?.headers["X-Marks"] == "client")
  }

  @Test func `the caller's context reaches interceptors`() async throws {
    enum Screen: GraphQLContextKey { static var defaultValue: String { "none" } }
    let server = GraphQLScriptedTransport([.json(world)], repeatsLast: true)
    var options = GraphQLRequestOptions()
    options.context[Screen.self] = "home"
    _ = try await client(server).fetch(HelloQuery(), options: options)
    _ = try await client(server).fetch(HelloQuery())
    #expect(server.requests.map { $0.context[Screen.self] } == ["home", "none"])
  }

  @Test func `more bytes than are allowed are an error, whatever the transport`() async throws {
    let server = GraphQLScriptedTransport([.json(world)], repeatsLast: true)
    let client = GraphQLClient(url: endpoint, transport: server).with {
      $0.maximumResponseBytes = world.utf8.count - 1
    }
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .responseTooLarge(limit: world.utf8.count - 1)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let options = GraphQLRequestOptions.limited(bytes: world.utf8.count)
    #expect(try await client.fetch(HelloQuery(), options: options).hello == "world")
  }
}

/// Adds its name to a header field.
private struct Marking: GraphQLInterceptor {
  let name: String

  func intercept(
    _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
  ) async throws -> GraphQLHTTPResponse {
    var request = request
    request.headers["X-Marks"] = [request.headers["X-Marks"], name].compactMap { $0 }.joined(separator: " ")
    return try await next(request)
  }
}

/// A query with a variable that JSON cannot always say.
private struct RatioQuery: GraphQLQuery {
  static let operationName = "Ratio"
  static let operationDocument = "query Ratio($ratio:Float!){hello(ratio:$ratio)}"
  static let operationID = "f7"
  typealias Data = HelloQuery.Data
  let ratio: Double

  init(ratio: Double) { self.ratio = ratio }
  init(_reading reader: inout GraphQLReader) throws { ratio = try reader.double("ratio") }
  func _write(to writer: inout GraphQLWriter) { writer.double("ratio", ratio) }
}
