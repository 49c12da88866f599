import Apus
import ApusClient
import ApusTesting
import Testing

/// GraphQL over HTTP: which status and which type mean what.
@Suite(.timeLimit(.minutes(15))) struct ResponseRulesTests {
  private static let modern = "application/graphql-response+json; charset=utf-8"
  private static let rejection = #"{"errors":[{"message":"no"}]}"#

  @Test(arguments: [
    (200, modern), (200, "application/json"), (200, "Application/JSON;charset=UTF-8"),
    (203, "application/json"), (294, modern), (299, "application/json"),
  ])
  func `every success counts`(_ status: Int, _ type: String) async throws {
    let client = client(GraphQLScriptedTransport([.json(world, status: status, type: type)]))
    #expect(try await client.fetch(HelloQuery()).hello == "world")
  }

  @Test func `a response without a type is taken for JSON`() async throws {
    #expect(
      try await client(GraphQLScriptedTransport([.status(200, body: world)])).fetch(HelloQuery()).hello
        == "world")
  }

  @Test(arguments: [200, 400, 401, 422, 500])
  func `with the newer type, errors are the server's whatever the status`(_ status: Int) async throws {
    let client = client(GraphQLScriptedTransport([.json(Self.rejection, status: status, type: Self.modern)]))
    #expect(try await client.response(for: HelloQuery()).errors.map(\.message) == ["no"])
  }

  @Test(arguments: [400, 500, 302])
  func `with the older type, a status that is no success is what went wrong`(_ status: Int) async throws {
    let client = client(
      GraphQLScriptedTransport([.json(Self.rejection, status: status, type: "application/json")]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw Unexpected() }
    #expect(failure.status == status)
    #expect(failure.errors.map(\.message) == ["no"])
  }

  @Test(arguments: [
    (
      "https://user:hidden@login.example/a?next=hidden#hidden",
      "302, which points to https://login.example/a, text/html"
    ),
    ("/login?token=hidden", "302, which points to /login, text/html"),
    ("login;a=b?c=d%20hidden", "302, which points to login;a=b, text/html"),
    ("http://[hidden", "302, which points to an invalid URL, text/html"),
  ])
  func `a redirection is told without what may be secret`(_ location: String, _ expected: String) async throws
  {
    let answer = GraphQLScriptedTransport.Step.status(
      302, headers: ["Location": location, "Content-Type": "text/html"],
      body: "<a href='\(location)'>here</a>")
    let error = await clientError {
      _ = try await client(GraphQLScriptedTransport([answer])).fetch(HelloQuery())
    }
    guard case .status(let failure)? = error else { throw Unexpected() }
    #expect(failure.description == expected)
    #expect(error?.description.contains("hidden") == false)
  }

  @Test func `a page with status 500 in the newer type is a status`() async throws {
    let client = client(GraphQLScriptedTransport([.json("<html>", status: 500, type: Self.modern)]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw Unexpected() }
    #expect(failure.excerpt == "<html>")
    #expect(error?.description.contains("500") == true)
  }

  @Test(arguments: ["", "{", "[]", "null", "{}", #"{"data":5}"#, #"{"data":{"hello":"wor"#])
  func `a success that is no response`(_ body: String) async throws {
    let client = client(GraphQLScriptedTransport([.json(body)]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .notGraphQL(let failure)? = error else { throw Unexpected() }
    #expect(failure.excerpt == body)
  }

  @Test(arguments: [1023, 1024, 1025, 5000])
  func `the excerpt of a body is its first kilobyte`(_ count: Int) async throws {
    let body = String(repeating: "a", count: count - 1) + "b"
    let client = client(GraphQLScriptedTransport([.json(body, status: 500, type: "text/html")]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .status(let failure)? = error else { throw Unexpected() }
    #expect(failure.excerpt == body.prefix(1024))
    #expect(failure.description == "500, text/html: \(body.prefix(1024))")
  }

  @Test(arguments: [
    "text/json", "application/graphql+json", "application/vnd.api+json; charset=utf-8",
    "text/plain; charset=utf-8",
    "application/octet-stream",
  ])
  func `JSON of another type counts with a success`(_ type: String) async throws {
    let server = client(GraphQLScriptedTransport([.json(world, type: type)]))
    #expect(try await server.fetch(HelloQuery()).hello == "world")
    let failing = client(GraphQLScriptedTransport([.json(Self.rejection, status: 500, type: type)]))
    let error = await clientError { _ = try await failing.fetch(HelloQuery()) }
    guard case .status? = error else { throw Unexpected() }
  }

  @Test(arguments: ["text/html", "text/plain"])
  func `a page is rejected for its type`(_ type: String) async throws {
    let client = client(GraphQLScriptedTransport([.json("<html>", type: type)]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .notGraphQL? = error else { throw Unexpected() }
    #expect(error?.description.contains("\(type), which is not a type of JSON") == true)
  }

  @Test func `another type is no response, whatever is in it`() async throws {
    let client = client(GraphQLScriptedTransport([.json(world, type: "text/html")]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .notGraphQL? = error else { throw Unexpected() }
  }

  @Test func `data of another form names operation and path`() async throws {
    let client = client(GraphQLScriptedTransport([.json(#"{"data":{"hello":5}}"#)]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .decoding(let failure)? = error else { throw Unexpected() }
    #expect(failure.description == "Hello: hello: expected String, found 5")
  }

  @Test func `what a transport throws is a transport's error`() async throws {
    let client = client(GraphQLScriptedTransport([.failure(Unexpected())]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    guard case .transport(let reason)? = error else { throw Unexpected() }
    #expect(reason is Unexpected)
  }

  @Test func `a cancelled task throws CancellationError`() async throws {
    let client = client(GraphQLScriptedTransport([.silence]))
    let task = Task { try await client.fetch(HelloQuery()) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: [(200, modern), (400, modern), (400, "application/json"), (500, "application/json")])
  func `the server's errors, whatever case they came by`(_ status: Int, _ type: String) async throws {
    let client = client(GraphQLScriptedTransport([.json(Self.rejection, status: status, type: type)]))
    let error = await clientError { _ = try await client.fetch(HelloQuery()) }
    #expect(error?.graphQLErrors.map(\.message) == ["no"])
    #expect((error as (any Error)?)?.localizedDescription == error?.description)
  }

  @Test func `a failure has its data, typed`() async throws {
    let step = GraphQLScriptedTransport.Step.data(
      HelloQuery.Data(hello: "you"), errors: [GraphQLError(message: "half")], extensions: ["cost": 3])
    let error = await clientError {
      _ = try await client(GraphQLScriptedTransport([step])).fetch(HelloQuery())
    }
    let response = try #require(error?.response(to: HelloQuery.self))
    #expect(response.data?.hello == "you")
    #expect(response.errors.map(\.message) == ["half"])
    #expect(response.extensions == ["cost": 3])
    #expect(error?.response(to: SendMutation.self) == nil)
  }

  @Test func `a type that is sent twice is one`() async throws {
    var headers: GraphQLHTTPHeaders = ["Content-Type": "application/json"]
    headers.add("Content-Type", "application/json; charset=utf-8")
    let client = client(GraphQLScriptedTransport([.status(200, headers: headers, body: world)]))
    #expect(try await client.fetch(HelloQuery()).hello == "world")
  }

  private struct Unexpected: Error {}
}
