import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

@Suite struct RequestTests {
  @Test func `a post`() async throws {
    let server = ScriptedTransport([.json(world)])
    _ = try await client(server).fetch(HelloQuery(name: .value("swift")))
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
    let server = ScriptedTransport([.json(world)])
    let options = GraphQLRequestOptions(method: .get, extensions: ["a": 1])
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
    let server = ScriptedTransport([.json(#"{"data":{"send":null}}"#)])
    var client = client(server)
    client.usesGETForQueries = true
    _ = try await client.fetch(SendMutation())
    #expect(server.requests.first?.method == .post)
    #expect(server.requests.first?.isIdempotent == false)
  }

  @Test func `a trusted document is sent as its identifier`() async throws {
    let server = ScriptedTransport([.json(world), .json(world)])
    var client = client(server)
    client.documents = .trusted
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.first?.json == ["documentId": "a1b2", "operationName": "Hello"])
    _ = try await client.fetch(HelloQuery(), options: GraphQLRequestOptions(method: .get))
    #expect(server.requests.last?.url.query == "key=1&documentId=a1b2&operationName=Hello")
  }

  @Test(arguments: [
    ScriptedTransport.Step.json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#),
    .json(
      #"{"errors":[{"message":"?","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}"#, status: 400,
      type: "application/json"),
  ])
  func `a hash that the server does not know is registered`(_ miss: ScriptedTransport.Step) async throws {
    let server = ScriptedTransport([miss, .json(world)])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.map { $0.json["query"].string } == [nil, HelloQuery.operationDocument])
    let hash: GraphQLValue = ["persistedQuery": ["version": 1, "sha256Hash": "a1b2"]]
    #expect(server.requests.map { $0.json["extensions"] } == [hash, hash])
  }

  @Test func `a server without hashes gets the document`() async throws {
    let refusal = #"{"errors":[{"message":"PersistedQueryNotSupported"}]}"#
    let server = ScriptedTransport([.json(refusal), .json(world)])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(server.requests.last?.json["extensions"] == .null)
  }

  @Test func `another error is not taken for a miss`() async throws {
    let server = ScriptedTransport([.errors(GraphQLError(message: "no"))])
    var client = client(server)
    client.documents = .automaticallyPersisted
    #expect(try await client.response(for: HelloQuery()).errors.map(\.message) == ["no"])
    #expect(server.requests.count == 1)
  }

  @Test func `a subscription is not sent`() async throws {
    let server = ScriptedTransport([.json(world)])
    let error = await clientError { _ = try await client(server).fetch(HelloSubscription()) }
    #expect(error?.description.hasPrefix("HelloAgain is a subscription") == true)
    #expect(server.requests.isEmpty)
  }

  @Test func `a batch`() async throws {
    let server = ScriptedTransport([.json("[\(world), {\"errors\": [{\"message\": \"no\"}]}]")])
    let (first, second) = try await client(server).responses(for: HelloQuery(), SendMutation())
    #expect(first.data?.hello == "world")
    #expect(second.errors.map(\.message) == ["no"])
    #expect(server.requests.first?.json.list?.map { $0["operationName"] } == ["Hello", "Send"])
    #expect(server.requests.first?.isIdempotent == false)
  }

  @Test(arguments: [world, "[]", "[\(world)]", "[\(world), \(world), \(world)]", "[\(world), \(world)"])
  func `a batch with another number of responses`(_ body: String) async throws {
    let client = client(ScriptedTransport([.json(body)]))
    let error = await clientError { _ = try await client.responses(forAll: [HelloQuery(), HelloQuery()]) }
    guard case .notGraphQL? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `files leave null behind, and the map says where`() async throws {
    let server = ScriptedTransport([.json(#"{"data":{"send":null}}"#)])
    let file = GraphQLUpload(data: Data("content".utf8), fileName: "a\"\r\nX: y")
    _ = try await client(server).fetch(SendMutation(files: [file, file]))
    let request = try #require(server.requests.first)
    let boundary = try #require(request.headers["Content-Type"]?.components(separatedBy: "boundary=").last)
    let parts = request.bodyText.components(separatedBy: "--\(boundary)")
    #expect(parts.count == 5)
    #expect(parts.first == "")
    #expect(parts[1].contains(#""variables":{"files":[null,null]}"#))
    #expect(parts[2].hasSuffix("\r\n\r\n{\"0\":[\"variables.files.0\",\"variables.files.1\"]}\r\n"))
    #expect(parts[3].contains("name=\"0\"; filename=\"a%22%0D%0AX: y\"\r\n"))
    #expect(parts[3].hasSuffix("\r\n\r\ncontent\r\n"))
    #expect(parts.last == "--\r\n")
  }

  @Test func `a file cannot be in a batch`() async throws {
    let file = GraphQLUpload(data: Data(), fileName: "a")
    let client = client(ScriptedTransport([]))
    let error = await clientError { _ = try await client.responses(forAll: [SendMutation(files: [file])]) }
    #expect(error?.description == "Send uploads a file, which a batch cannot; send it on its own")
  }
}
