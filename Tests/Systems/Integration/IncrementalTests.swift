import Apus
import ApusClient
import Foundation
import TestSupport
import Testing

extension ServerTests {
  /// `@defer` and `@stream` against a server, in both formats.
  @Suite struct IncrementalTests {
    /// The endpoints: the format of the specification's draft, and that of 2022.
    static let formats = ["/graphql", "/graphql-2022"]

    private func states<Operation: GraphQLSingleResponseOperation>(
      _ operation: Operation, _ path: String, _ client: GraphQLClient? = nil
    ) async throws -> [GraphQLResponse<Operation.Data>] {
      var states: [GraphQLResponse<Operation.Data>] = []
      let known = try await ServerTests.client(path)
      for try await state in (client ?? known).responses(for: operation) { states.append(state) }
      #expect(states.last?.isComplete == true)
      #expect(states.dropLast().allSatisfy { !$0.isComplete })
      return states
    }

    @Test(arguments: formats) func `a deferred fragment comes later`(_ path: String) async throws {
      let states = try await states(DeferredMediaQuery(id: "m1"), path)
      #expect(states.count >= 2)
      let first = try #require(states.first?.data?.media)
      #expect(first.title == "Title 1")
      #expect(first.summary == .pending)
      let last = try #require(states.last?.data?.media)
      #expect(last.summary.value?.slowSummary == "summary of Title 1")
      #expect(last.summary.value?.creator?.name != nil)
      #expect(last.creator?.id != nil)
      // A type is one or the other: its part is there, the other one never is.
      #expect((last.book == nil) != (last.film == nil))
      #expect(last.book.map { $0.value != nil } ?? (last.film?.value != nil))
    }

    @Test(arguments: formats) func `fetch returns the complete response`(_ path: String) async throws {
      let data = try await client(path).fetch(DeferredMediaQuery(id: "m1"))
      #expect(data.media?.summary.value?.slowSummary == "summary of Title 1")
      let decoded = try JSONDecoder().decode(
        DeferredMediaQuery.Data.self, from: JSONEncoder().encode(data))
      #expect(decoded == data)
      #expect(try DeferredMediaQuery.Data(json: data.json()) == data)
    }

    @Test(arguments: formats) func `a fragment that a variable does not defer`(_ path: String) async throws {
      let states = try await states(DeferredMediaQuery(id: "m1", defers: false), path)
      #expect(states.first?.data?.media?.summary.value?.slowSummary == "summary of Title 1")
    }

    @Test(arguments: formats) func `one part fails, the other comes`(_ path: String) async throws {
      let states = try await states(FailingPartQuery(id: "m2"), path)
      let last = try #require(states.last)
      #expect(last.data?.media?.title == "Title 2")
      #expect(last.data?.media?.summary.value != nil)
      #expect(last.data?.media?.failing.errors.map(\.message) == ["broken on purpose"])
      #expect(last.errors.map(\.message) == ["broken on purpose"])
      let error = try await clientError { _ = try await client(path).fetch(FailingPartQuery(id: "m2")) }
      let response = try #require(error.response(to: FailingPartQuery.self))
      #expect(response.data == last.data)
    }

    @Test(arguments: formats) func `parts within parts`(_ path: String) async throws {
      let states = try await states(NestedPartsQuery(id: "m1"), path)
      let nested = try #require(states.last?.data?.media?.nested.value)
      #expect(nested.summary.value?.slowSummary == "summary of Title 1")
      #expect(nested.reviews.allSatisfy { $0.reviewText.value != nil })
    }

    @Test(arguments: formats) func `parts within the items of a list`(_ path: String) async throws {
      let states = try await states(PartsInListQuery(first: 5), path)
      let pending = states.first?.data?.allMedia.edges.compactMap(\.node)
      #expect(pending?.count == 5)
      #expect(pending?.allSatisfy { $0.summary.isPending } == true)
      let nodes = states.last?.data?.allMedia.edges.compactMap(\.node)
      #expect(nodes?.compactMap(\.summary.value).count == 5)
    }

    @Test(arguments: formats) func `a list that grows`(_ path: String) async throws {
      let states = try await states(StreamedRowsQuery(count: 6), path)
      let counts = states.compactMap { $0.data?.rows.count }
      #expect(counts.first == 1)
      #expect(counts.last == 6)
      #expect(counts == counts.sorted())
      #expect(states.last?.data?.rows.map(\.index) == Array(0..<6))
    }

    @Test(arguments: formats) func `a mutation defers what it returns`(_ path: String) async throws {
      let states = try await states(
        DeferredReviewMutation(input: ReviewInput(mediaId: "m1", stars: 5)), path)
      #expect(states.first?.data?.addReview.stars == 5)
      #expect(states.last?.data?.addReview.reviewed.value?.media.slowSummary == "summary of Title 1")
    }

    @Test func `over the system's transport`() async throws {
      let client = try await ServerTests.client()
      let states = try await states(DeferredMediaQuery(id: "m3"), "/graphql", client)
      #expect(states.count >= 2)
      #expect(states.last?.data?.media?.summary.value != nil)
    }

    @Test func `leaving the loop ends the request`() async throws {
      let client = try await ServerTests.client()
      for try await state in client.responses(for: StreamedRowsQuery(count: 500)) {
        #expect(state.data?.rows.isEmpty == false)
        break
      }
      try await eventually("the server has no stream") { try await stats().open_streams == 0 }
      // The same connections go on.
      #expect(try await client.fetch(HelloQuery()).hello == "hello world")
    }

    @Test func `parts that take too long`() async throws {
      var client = try await ServerTests.client()
      client.timeout = .milliseconds(400)
      do {
        for try await _ in client.responses(for: StreamedRowsQuery(count: 500)) {}
        Issue.record("nothing was thrown")
      } catch GraphQLClientError.timedOut(let limit) {
        #expect(limit == .milliseconds(400))
      }
    }

    @Test func `a persisted document is registered`() async throws {
      var client = try await ServerTests.client()
      client.documents = .automaticallyPersisted
      for _ in 0..<2 {
        let states = try await states(DeferredMediaQuery(id: "m1"), "/graphql", client)
        #expect(states.last?.data?.media?.summary.value != nil)
      }
    }

    @Test func `interceptors see the request, a batch refuses it`() async throws {
      var client = try await ServerTests.client()
      let log = RequestLog()
      client.interceptors = [log, GraphQLDeduplicationInterceptor(), GraphQLRetryInterceptor()]
      let shared = client
      async let first = states(DeferredMediaQuery(id: "m1"), "/graphql", shared)
      async let second = states(DeferredMediaQuery(id: "m1"), "/graphql", shared)
      let both = try await (first, second)
      #expect(both.0.last == both.1.last)
      #expect(await log.requests.allSatisfy { $0.headers["Accept"]?.contains("multipart/mixed") == true })
      let error = try await clientError {
        _ = try await shared.batch(DeferredMediaQuery(id: "m1"), HelloQuery())
      }
      guard case .invalidRequest = error else { throw error }
    }
  }
}
