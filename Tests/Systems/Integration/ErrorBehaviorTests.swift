import Apus
import ApusClient
import Testing

extension ServerTests {
  /// `onError`, with a server that obeys it.
  @Suite struct ErrorBehaviorTests {

    private let text = "query Media { media(id: \"m1\") { title brokenNonNull } hello }"

    /// Checks the data that the server sends for ``text``.
    private func check(_ data: GraphQLAnyObject?, _ errors: [GraphQLError], _ behavior: GraphQLErrorBehavior?)
      throws
    {
      #expect(errors.map(\.path) == [["media", "brokenNonNull"]])
      let hello: GraphQLValue = "hello world"
      switch behavior {
      case .null:
        #expect(
          try data?.value == ["media": ["title": "Title 1", "brokenNonNull": .null], "hello": hello])
      case .propagate, nil: #expect(try data?.value == ["media": .null, "hello": hello])
      case .halt: #expect(data == nil)
      }
    }

    @Test(arguments: GraphQLErrorBehavior.allCases + [nil])
    func `each behavior, by every kind of request`(_ behavior: GraphQLErrorBehavior?) async throws {
      var client = try await ServerTests.client()
      client.onError = behavior
      let text = try GraphQLText(text)
      for method in [GraphQLHTTPRequest.Method.post, .get] {
        let response = try await client.response(for: text, options: GraphQLRequestOptions(method: method))
        try check(response.data, response.errors, behavior)
      }
      for response in try await client.batch([text, text]) {
        try check(response.data, response.errors, behavior)
      }
      client.documents = .automaticallyPersisted
      for _ in 1...2 {
        let response = try await client.response(for: text)
        try check(response.data, response.errors, behavior)
      }
      // A request's own behavior is before the client's.
      let response = try await client.response(for: text, options: GraphQLRequestOptions(onError: .halt))
      try check(response.data, response.errors, .halt)
    }

    @Test(arguments: GraphQLErrorBehavior.allCases) func `in each event of a subscription`(
      _ behavior: GraphQLErrorBehavior
    ) async throws {
      let client = try await ServerTests.client()
      let text = try GraphQLText("subscription { mediaTicks(count: 2) { title brokenNonNull } }")
      var data: [GraphQLAnyObject?] = []
      for try await response in client.responses(
        to: text, options: GraphQLSubscriptionOptions(onError: behavior))
      {
        #expect(response.errors.map(\.path) == [["mediaTicks", "brokenNonNull"]])
        data.append(response.data)
      }
      #expect(data.count == 2)
      let ticks = try data.map { try $0?.value["mediaTicks"] }
      #expect(
        ticks.map { $0?["title"].string } == (behavior == .null ? ["Title 1", "Title 2"] : [nil, nil]))
    }

    @Test func `generated types throw what a non-null field kept`() async throws {
      let options = GraphQLRequestOptions(onError: .null)
      let query = BrokenNonNullMediaQuery(id: "m2")
      let response = try await ServerTests.client().response(for: query, options: options)
      #expect(response.data == nil)
      #expect(response.errors.map(\.path) == [["media", "brokenNonNull"]])
      let caught = try await ServerTests.client().response(for: CaughtErrorsQuery(id: "m1"), options: options)
      #expect(caught.data == nil && caught.errors.count == 8)
    }
  }
}
