import Apus
import ApusTesting
import Foundation
import Testing

@testable import ApusClient

/// Documents as text: sent, answered and rejected as generated operations are.
@Suite(.timeLimit(.minutes(15))) struct TextTests {
  private struct Film: Codable, Equatable {
    struct Title: Codable, Equatable { let title: String }
    let film: Title
  }

  private static let document = "query Film($id: ID!) { film(id: $id) { title } }"
  private static let answer = #"{"data":{"film":{"title":"Alien"}}}"#

  private func client(_ steps: GraphQLScriptedTransport.Step...) -> (GraphQLClient, GraphQLScriptedTransport)
  {
    let transport = GraphQLScriptedTransport(steps)
    return (GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600)), transport)
  }

  private func body(_ request: GraphQLHTTPRequest?) throws -> GraphQLValue {
    guard case .bytes(let data)? = request?.body else { return .null }
    return try GraphQLValue(json: data)
  }

  @Test func `data is decoded as any type`() async throws {
    let (client, server) = client(.json(Self.answer), .json(Self.answer))
    let text = try GraphQLText(Self.document, variables: ["id": "a1"])
    let film = try await client.fetch(text) { try $0.decode(as: Film.self) }
    #expect(film.film.title == "Alien")
    let value = try await client.fetch(text)
    #expect(value["film"]["title"].string == "Alien")
    #expect(value["none"].isNull && value.description == #"{"film":{"title":"Alien"}}"#)
    #expect(
      try body(server.requests.first) == [
        "query": .string(Self.document), "operationName": "Film", "variables": ["id": "a1"],
      ])
    #expect(server.requests.first?.operationName == "Film")
    #expect(server.requests.first?.operation(GraphQLText.self) == text)
    #expect(server.requests.first?.operations.first?.id.count == 64)
  }

  @Test func `data is decoded as a generated type`() async throws {
    let (client, _) = client(.json(world))
    let data = try await client.fetch(GraphQLText("{ hello }")) { try $0.decode(as: HelloQuery.Data.self) }
    #expect(data.hello == "world")
  }

  @Test func `an operation without a name has none in the request`() async throws {
    let (client, server) = client(.json(world))
    _ = try await client.fetch(GraphQLText("{ hello }"))
    #expect(try body(server.requests.first) == ["query": "{ hello }"])
    #expect(server.requests.first?.operations.first?.kind == .query)
  }

  @Test func `queries go by GET, mutations do not`() async throws {
    var (client, server) = client(.json(world), .json(world))
    client.queryMethod = .get
    _ = try await client.fetch(GraphQLText("{ hello }"))
    _ = try await client.perform(GraphQLText("mutation { hello }"))
    #expect(server.requests.map(\.method) == [.get, .post])
    #expect(server.requests.first?.url.query == "key=1&query=%7B%20hello%20%7D")
  }

  @Test func `a persisted text is registered`() async throws {
    var (client, server) = client(.json(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#), .json(world))
    client.documents = .automaticallyPersisted
    _ = try await client.fetch(GraphQLText("{ hello }"))
    let hash = try body(server.requests.first)["extensions"]["persistedQuery"]["sha256Hash"]
    // printf '{ hello }' | sha256sum
    #expect(hash.string == "001c3174e099bd72b729d0c0a529ba9f5a740c446e2a6e1d71b283cb84ec3065")
    #expect(try body(server.requests.last)["query"] == "{ hello }")
  }

  @Test func `errors are thrown with the data beside them`() async throws {
    let (client, _) = client(.json(#"{"data":{"film":null},"errors":[{"message":"gone","path":["film"]}]}"#))
    let error = await #expect(throws: GraphQLClientError.self) {
      try await client.fetch(GraphQLText(Self.document))
    }
    guard case .graphQL(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.operationName == "Film")
    #expect(failure.data as? GraphQLAnyObject == GraphQLAnyObject(["film": .null]))
  }

  @Test func `a response has its errors beside the data`() async throws {
    let partial = #"{"data":{"film":null},"errors":[{"message":"gone","path":["film"]}]}"#
    let (client, _) = client(.json(partial))
    let response = try await client.response(for: GraphQLText(Self.document))
    #expect(response.data == GraphQLAnyObject(["film": .null]))
    #expect(response.errors(at: ["film"]).map(\.message) == ["gone"])
  }

  @Test func `a response that is none has the name of its operation`() async throws {
    let (client, _) = client(.json(#"{"data":7}"#))
    let error = await #expect(throws: GraphQLClientError.self) {
      try await client.fetch(GraphQLText(Self.document))
    }
    guard case .notGraphQL(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason?.operationName == "Film")
  }

  @Test func `data that is not of a type has its place`() async throws {
    let (client, _) = client(.json(#"{"data":{"film":{"title":7}}}"#))
    let error = await #expect(throws: GraphQLDecodingError.self) {
      try await client.fetch(GraphQLText(Self.document)) { try $0.decode(as: Film.self) }
    }
    #expect(error?.description == "film.title: expected String, found another type")
  }

  @Test func `checks see the data, interceptors the request`() async throws {
    var (client, _) = client(.json(#"{"data":{"send":{"userErrors":[{"message":"full"}]}}}"#))
    client.checks = [.userErrors()]
    let error = await #expect(throws: GraphQLPayloadError.self) {
      try await client.perform(GraphQLText("mutation Send { send { userErrors { message } } }"))
    }
    #expect(error?.description == "Send: send: full")
  }

  @Test func `a response in parts`() async throws {
    let step = GraphQLScriptedTransport.Step.parts(
      #"{"data":{"film":{"title":"A"}},"pending":[{"id":"0","path":["film"]}],"hasNext":true}"#,
      #"{"incremental":[{"id":"0","data":{"year":1979}}],"completed":[{"id":"0"}],"hasNext":false}"#)
    let (client, server) = client(step, step)
    let text = try GraphQLText("{ film { title ... @defer { year } } }")
    var states: [GraphQLResponse<GraphQLAnyObject>] = []
    for try await response in client.responses(for: text) { states.append(response) }
    #expect(states.map(\.isComplete) == [false, true])
    #expect(states.last?.data == GraphQLAnyObject(["film": ["title": "A", "year": 1979]]))
    #expect(server.requests.first?.headers["Accept"]?.hasPrefix("multipart/mixed") == true)
    #expect(try await client.fetch(text)["film"]["year"].int == 1979)
  }

  private static let upload =
    "mutation Send($image: Upload!, $more: More) { send(image: $image, more: $more) }"
  private static let file = GraphQLUpload(data: Data("content".utf8), fileName: "a.txt")

  @Test func `files of a text go to their places in the variables`() async throws {
    let (client, server) = client(.json(#"{"data":{"send":true}}"#))
    let other = GraphQLUpload(data: Data("other".utf8), fileName: "b.txt")
    let text = try GraphQLText(
      Self.upload, variables: ["more": ["note": "n", "known": ["k", nil]]],
      uploads: [
        ["image"]: Self.file, ["more", "files", 0]: other, ["more", "files", 1]: Self.file,
        ["more", "known", 1]: other,
      ])
    #expect(try await client.perform(text)["send"].bool == true)
    let request = try #require(server.requests.first)
    let boundary = try #require(request.headers["Content-Type"]?.components(separatedBy: "boundary=").last)
    let parts = request.bodyText.components(separatedBy: "--\(boundary)\r\n")
    #expect(parts.count == 7)
    #expect(
      parts[1].contains(
        #""variables":{"image":null,"more":{"files":[null,null],"known":["k",null],"note":"n"}}"#))
    #expect(
      parts[2].contains(
        #"{"0":["variables.image"],"1":["variables.more.files.0"],"2":["variables.more.files.1"],"3":["variables.more.known.1"]}"#
      ))
    #expect(parts[3].contains("filename=\"a.txt\"") && parts[3].hasSuffix("\r\n\r\ncontent\r\n"))
    #expect(parts[4].contains("filename=\"b.txt\"") && parts[4].hasSuffix("\r\n\r\nother\r\n"))
    #expect(request.operation(GraphQLText.self)?.uploads.count == 4)
  }

  @Test(
    arguments: [
      ["more", "files", 1], ["more", "note", "x"], ["more", "note", 0], ["more", 0], [0], [],
    ] as [GraphQLPath])
  func `a file without a place is an invalid request`(_ place: GraphQLPath) async throws {
    let (client, server) = client(.json(world))
    let error = await #expect(throws: GraphQLClientError.self) {
      try await client.perform(
        GraphQLText(Self.upload, variables: ["more": ["note": "n"]], uploads: [place: Self.file]))
    }
    #expect(
      error?.description
        == "the file \"a.txt\" has no place in the variables: the path \"\(place)\" does not exist")
    #expect(server.requests.isEmpty)
  }

  @Test func `a query with files is posted`() async throws {
    var (client, server) = client(.json(world))
    client.queryMethod = .get
    _ = try await client.fetch(
      GraphQLText("query($a: Upload) { hello(a: $a) }", uploads: [["a"]: Self.file]))
    #expect(server.requests.first?.method == .post)
    #expect(server.requests.first?.bodyText.contains("content\r\n") == true)
  }

  @Test func `a subscription cannot have files`() async throws {
    let events = GraphQLScriptedSubscriptions([.json(#"{"data":{"count":1}}"#)])
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([]), subscriptions: events, timeout: .seconds(3600))
    let text = try GraphQLText(
      "subscription Counter($a: Upload) { count(a: $a) }", uploads: [["a"]: Self.file])
    let error = await #expect(throws: GraphQLClientError.self) {
      for try await _ in client.subscribe(to: text) {}
    }
    #expect(error?.description == "Counter uploads a file, which a subscription cannot")
  }

  @Test func `a batch of texts`() async throws {
    let (client, server) = client(.json("[\(Self.answer),\(world),{\"errors\":[{\"message\":\"no\"}]}]"))
    let film = try GraphQLText(Self.document, variables: ["id": "a1"])
    let mutation = try GraphQLText("mutation Change { change }")
    let (first, second, third) = try await client.batch(film, HelloQuery(), mutation)
    #expect(first.data?["film"]["title"].string == "Alien")
    #expect(second.data?.hello == "world")
    #expect(third.data == nil && third.errors.map(\.message) == ["no"])
    let request = try #require(server.requests.first)
    #expect(
      try body(request) == [
        ["query": .string(Self.document), "operationName": "Film", "variables": ["id": "a1"]],
        ["query": .string(HelloQuery.operationDocument), "operationName": .string(HelloQuery.operationName)],
        ["query": "mutation Change { change }", "operationName": "Change"],
      ])
    #expect(request.operations.map(\.name) == ["Film", HelloQuery.operationName, "Change"])
    #expect(request.operation(GraphQLText.self) == film && !request.isIdempotent)
  }

  @Test func `a batch of texts of one type`() async throws {
    var (client, server) = client(
      .json("[\(Self.answer),\(Self.answer)]"), .json("[{\"data\":1}]"))
    client.documents = .trusted
    let film = try GraphQLText(Self.document, variables: ["id": "a1"])
    let responses = try await client.batch([film, film])
    #expect(responses.map { $0.data?["film"]["title"].string } == ["Alien", "Alien"])
    #expect(try body(server.requests.first)[0]["documentId"].string == film.operation.id)
    #expect(try await client.batch([] as [GraphQLText]).isEmpty)
    let error = await #expect(throws: GraphQLClientError.self) {
      try await client.batch([film])
    }
    #expect(error?.description.contains("Film") == true)
  }

  @Test(arguments: [
    (
      "subscription Counter { count }",
      "Counter is a subscription, which has several responses: use subscribe(to:)"
    ),
    (
      "query Slow { a ... @defer { b } }",
      "Slow has @defer or @stream, which a batch cannot; send it on its own"
    ),
    ("query A($a: Upload) { b(a: $a) }", "A uploads a file, which a batch cannot; send it on its own"),
    (
      "query ($a: Upload) { b(a: $a) }",
      "anonymous query uploads a file, which a batch cannot; send it on its own"
    ),
  ])
  func `what a batch of texts cannot have`(_ document: String, _ message: String) async throws {
    let (client, server) = client()
    let text = try GraphQLText(document, uploads: document.contains("Upload") ? [["a"]: Self.file] : [:])
    let error = await #expect(throws: GraphQLClientError.self) { try await client.batch([text]) }
    #expect(error?.description == message)
    #expect(server.requests.isEmpty)
  }

  @Test func `a subscription`() async throws {
    let events = GraphQLScriptedSubscriptions([
      .json(#"{"data":{"count":1}}"#), .json(#"{"data":{"count":2}}"#),
    ])
    let client = GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport([]), subscriptions: events, timeout: .seconds(3600))
    let text = try GraphQLText("subscription Counter { count }")
    var counts: [Int] = []
    for try await event in client.subscribe(to: text) { counts.append(event["count"].int ?? 0) }
    #expect(counts == [1, 2])
    #expect(events.requests.first?.http.operationName == "Counter")
    var responses = 0
    for try await response in client.responses(to: text) {
      #expect(response.data?["count"].int != nil)
      responses += 1
    }
    #expect(responses == 2)
  }

  @Test func `a kind is asked for in its own way`() async throws {
    let (client, server) = client()
    await #expect(throws: GraphQLClientError.self) {
      try await client.fetch(GraphQLText("subscription { a }"))
    }
    let fetched = await #expect(throws: GraphQLClientError.self) {
      try await client.fetch(GraphQLText("mutation Send { send }"))
    }
    #expect(fetched?.description == "Send is a mutation: use perform")
    let performed = await #expect(throws: GraphQLClientError.self) {
      try await client.perform(GraphQLText("query A { a }"))
    }
    #expect(performed?.description == "A is a query: use fetch")
    #expect(server.requests.isEmpty)
    let query = try GraphQLText("query A { a }")
    let error = await #expect(throws: GraphQLClientError.self) {
      for try await _ in client.subscribe(to: query) {}
    }
    #expect(error?.description == "A is a query: use fetch")
    let events = await #expect(throws: GraphQLClientError.self) {
      for try await _ in client.responses(to: query) {}
    }
    #expect(events?.description == "A is a query: use fetch")
    let subscription = try GraphQLText("subscription B { b }")
    let parts = await #expect(throws: GraphQLClientError.self) {
      for try await _ in client.responses(for: subscription) {}
    }
    #expect(
      parts?.description == "B is a subscription, which has several responses: use subscribe(to:)")
    #expect(server.requests.isEmpty)
  }

  @Test func `objects of no type are equal and encode as their members`() throws {
    let one = try GraphQLAnyObject(json: #"{"a":1,"b":{"c":[null]}}"#)
    let other = try GraphQLAnyObject(json: #"{ "b" : {"c":[null]} , "a" : 1 }"#)
    #expect(one == other && one.hashValue == other.hashValue)
    #expect(try one.jsonString() == #"{"a":1,"b":{"c":[null]}}"#)
    let coded = try JSONDecoder().decode(GraphQLAnyObject.self, from: JSONEncoder().encode(other))
    #expect(coded == one)
    #expect(throws: GraphQLDecodingError.self) { try GraphQLAnyObject(json: #"{"a":}"#) }
    #expect(try GraphQLAnyObject(json: "{}").value == [:])
    #expect(try GraphQLAnyObject(["a": 1]).decode(as: [String: Int].self) == ["a": 1])
  }
}
