import Apus
import ApusCache
import ApusClient
import ApusMetrics
import ApusTesting
import CoreMetrics
import Foundation
import MetricsTestKit
import TestServer
import Testing

@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
  private let metrics = TestMetrics()
  private static let url = URL(string: "https://api.example.com/graphql")

  private static let query = [("graphql.operation.type", "query"), ("graphql.operation.name", "Album")]

  @Test func `operations are counted by how they end`() async throws {
    let steps: [GraphQLScriptedTransport.Step] = [
      .perform { _ in
        GraphQLHTTPResponse(
          status: 200, body: Data(#"{"data":{"album":null}}"#.utf8),
          timing: GraphQLTiming(total: .milliseconds(5), isReused: true))
      },
      .json(#"{"data":null,"errors":[{"message":"No"}]}"#), .status(503), .status(404),
      .failure(URLError(.timedOut)),
      .silence,
    ]
    let client = GraphQLClient(
      url: try #require(Self.url), transport: GraphQLScriptedTransport(steps),
      interceptors: [GraphQLRetryInterceptor(maximumAttempts: 2, firstDelay: .zero)]
    ).measured(by: metrics)
    _ = try await client.fetch(AlbumQuery(id: "a1"))
    for _ in 0..<2 {
      await #expect(throws: (any Error).self) { try await client.fetch(AlbumQuery(id: "a1")) }
    }
    for timeout in [nil, GraphQLTimeout.after(.milliseconds(10))] {
      await #expect(throws: (any Error).self) {
        try await client.perform(
          RateMutation(id: "a1", stars: 1), options: GraphQLRequestOptions(timeout: timeout))
      }
    }
    #expect(count("graphql.client.requests", Self.query + [("outcome", "success")]) == 1)
    #expect(count("graphql.client.requests", Self.query + [("outcome", "graphql_error")]) == 1)
    #expect(count("graphql.client.requests", Self.query + [("outcome", "http_error")]) == 1)
    #expect(count("graphql.client.resends", Self.query) == 1)
    let mutation = [("graphql.operation.type", "mutation"), ("graphql.operation.name", "Rate")]
    // A mutation whose transport failed may have been executed.
    #expect(count("graphql.client.requests", mutation + [("outcome", "outcome_unknown")]) == 1)
    #expect(count("graphql.client.requests", mutation + [("outcome", "timeout")]) == 1)
    #expect(count("graphql.client.connections", [("reused", "true")]) == 1)
    let timer = try metrics.expectTimer("graphql.client.duration", Self.query + [("outcome", "success")])
    #expect(timer.values.count == 1)
    let sizes = try metrics.expectRecorder("graphql.client.response.size", Self.query)
    #expect(sizes.values.first == 23)
  }

  @Test func `subscriptions are counted while they are open`() async throws {
    let events = GraphQLScriptedSubscriptions([
      .json(#"{"data":{"rated":{"title":"Blue"}}}"#), .json(#"{"data":{"rated":{"title":"Hejira"}}}"#),
    ])
    let client = GraphQLClient(url: try #require(Self.url), subscriptions: events).measured(by: metrics)
    let operation = [("graphql.operation.type", "subscription"), ("graphql.operation.name", "Rated")]
    for try await _ in client.subscribe(to: RatedSubscription()) {
      #expect(try metrics.expectGauge("graphql.client.subscriptions.open").lastValue == 1)
    }
    #expect(try metrics.expectGauge("graphql.client.subscriptions.open").lastValue == 0)
    #expect(count("graphql.client.subscription.events", operation) == 2)
    #expect(count("graphql.client.subscriptions", operation + [("outcome", "success")]) == 1)
  }

  @Test func `the cache's hits and misses are counted`() throws {
    for event: GraphQLCacheEvent in [
      .found("Album"), .fetched("Album", .missing([])), .fetched("Album", .expired),
      .fetched("Album", .policy),
      .evicted(count: 3, bytes: 100), .collected(count: 4, bytes: 200),
    ] {
      event.record(in: metrics)
    }
    let name = [("graphql.operation.name", "Album")]
    #expect(count("graphql.cache.reads", name + [("result", "hit")]) == 1)
    #expect(count("graphql.cache.reads", name + [("result", "miss")]) == 2)
    #expect(count("graphql.cache.evictions", []) == 7)
  }

  private func count(_ label: String, _ dimensions: [(String, String)]) -> Int64 {
    metrics.counterTotal(label: label, dimensions: dimensions)
  }
}
