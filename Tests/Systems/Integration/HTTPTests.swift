import Apus
import ApusClient
import Foundation
import Testing

extension ServerTests {
  @Suite struct HTTPTests {
    @Test func `GET for queries, with everything that a URL has to escape`() async throws {
      let log = RequestLog()
      var client = try await client()
      client.queryMethod = .get
      client.interceptors = [log]
      let name = "a+b & c=d?é/🦊%20#"
      #expect(try await client.fetch(HelloQuery(name: name)).hello == "hello \(name)")
      let review = AddReviewMutation(input: ReviewInput(mediaId: "m1"))
      _ = try await client.perform(review)
      #expect(await log.requests.map(\.method) == [.get, .post])
    }

    @Test func `the header fields of client and request`() async throws {
      var client = try await client()
      client.headers = ["X-Client": "tests", "X-Both": "client"]
      let options = GraphQLRequestOptions(headers: ["x-both": "request"])
      let headers = try await client.fetch(HeadersQuery(), options: options).headers
      #expect(headers["x-client"].string == "tests")
      #expect(headers["x-both"].string == "request")
      #expect(headers["content-type"].string == "application/json")
      #expect(headers["accept"].string?.hasPrefix("application/graphql-response+json") == true)
    }

    @Test(arguments: [false, true])
    func `a persisted document: miss, registration, hit`(_ usesGET: Bool) async throws {
      try await reset()
      let log = RequestLog()
      var client = try await client()
      client.documents = .automaticallyPersisted
      client.queryMethod = usesGET ? .get : .post
      client.interceptors = [log]
      #expect(try await client.fetch(HelloQuery(name: "one")).hello == "hello one")
      let first = await log.requests
      #expect(first.count == 2)
      #expect(first.first?.bodyText.contains("query Hello") == false)
      #expect(first.last?.bodyText.contains("query Hello") == true)
      #expect(first.last?.bodyText.contains(HelloQuery.operationID) == true)
      #expect(try await client.fetch(HelloQuery(name: "two")).hello == "hello two")
      #expect(await log.requests.count == 3)
    }

    @Test func `a batch of different operations is one request`() async throws {
      let log = RequestLog()
      var client = try await client()
      client.interceptors = [log]
      let (hello, broken, page) = try await client.batch(
        HelloQuery(name: "batch"), BrokenMediaQuery(id: "m1"), MediaPageQuery(first: 1))
      #expect(hello.data?.hello == "hello batch")
      #expect(broken.errors.first?.path == ["media", "broken"])
      #expect(page.data?.allMedia.totalCount == 25)
      #expect(await log.requests.count == 1)
    }

    @Test func `a batch of texts is one request`() async throws {
      let log = RequestLog()
      var client = try await client()
      client.interceptors = [log]
      let hello = try GraphQLText(
        "query($name: String!) { hello(name: $name) }", variables: ["name": "batch"])
      let broken = try GraphQLText("query Broken { media(id: \"m1\") { id broken } }")
      let (first, second) = try await client.batch(hello, broken)
      #expect(first.data == GraphQLAnyObject(["hello": "hello batch"]))
      #expect(second.data == GraphQLAnyObject(["media": ["id": "m1", "broken": nil]]))
      #expect(second.errors.first?.path == ["media", "broken"])
      #expect(await log.requests.count == 1)
    }

    @Test func `a batch of equal operations`() async throws {
      let queries = (0..<50).map { HelloQuery(name: "\($0)") }
      let responses = try await client().batch(queries)
      #expect(responses.map { $0.data?.hello } == (0..<50).map { "hello \($0)" })
    }

    @Test func `a batch that the server refuses`() async throws {
      let queries = (0..<51).map { HelloQuery(name: "\($0)") }
      let error = try await clientError { _ = try await client().batch(queries) }
      guard case .status(let failure) = error else { throw error }
      #expect(failure.status == 400)
    }

    @Test func `a token is refreshed once for 64 requests that are refused at once`() async throws {
      let refreshes = Counter()
      var client = try await client()
      client.interceptors = [
        GraphQLAuthenticationInterceptor {
          "old"
        } refresh: { refused in
          #expect(refused == "old")
          await refreshes.increment()
          try await Task.sleep(for: .milliseconds(50))
          return "good"
        }
      ]
      let secrets = try await withThrowingTaskGroup(of: String.self) { [client] group in
        for _ in 0..<64 { group.addTask { try await client.fetch(SecretQuery()).secret } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(secrets == Array(repeating: "42", count: 64))
      #expect(await refreshes.count == 1)
    }

    @Test func `equal queries at the same time are one operation for the server`() async throws {
      var client = try await client()
      client.interceptors = [GraphQLDeduplicationInterceptor()]
      let before = try await stats().operations
      try await withThrowingTaskGroup(of: String.self) { [client] group in
        for _ in 0..<10 { group.addTask { try await client.fetch(SlowQuery(ms: 400)).slow } }
        for try await answer in group { #expect(answer == "slept 400") }
      }
      #expect(try await stats().operations == before + 1)
    }
  }
}

/// A number that several tasks count up.
private actor Counter {
  private(set) var count = 0
  func increment() { count += 1 }
}
