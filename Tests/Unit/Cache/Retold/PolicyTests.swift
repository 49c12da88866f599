import Apus
import ApusClient
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache

/// Where a query's data comes from: Apollo Kotlin's `FetchPolicyTest`, `ExceptionsTest` and `CancelTest`, in our words.
@Suite(.timeLimit(.minutes(15))) struct PolicyTests {
  /// What the server does.
  enum Server: String, CaseIterable, Sendable {
    case answers, isAway, fails, isNoGraphQLServer, refuses

    func step(_ data: String) -> GraphQLScriptedTransport.Step {
      switch self {
      case .answers: .response(data)
      case .isAway: .failure(URLError(.notConnectedToInternet))
      case .fails: .status(500)
      case .isNoGraphQLServer: .json("malformed", status: 200, type: "text/html")
      case .refuses: .json("{\"errors\":[{\"message\":\"no\"}]}")
      }
    }

    /// Whether it did not get to answer: then cached data are better than none.
    var isUnreachable: Bool { self != .answers && self != .refuses }
  }

  private static let policies: [GraphQLFetchPolicy] = [.cacheFirst, .networkFirst, .networkOnly, .cacheOnly]
  private let query = ShelfLabelOnlyQuery(id: "1")

  private func data(_ label: String) -> String { "{\"shelf\":\(shelf("1", "\"label\":\"\(label)\""))}" }

  /// The policy, the cache and the server decide together.
  @Test(arguments: policies, Server.allCases) func `each policy takes its data from the right source`(
    _ policy: GraphQLFetchPolicy, _ server: Server
  )
    async throws
  {
    for isCached in [false, true] {
      let scene = try Scene([server.step(data("New"))])
      if isCached { try scene.cache.receive(data("Old"), for: query) }
      let isSent = policy == .networkFirst || policy == .networkOnly || (policy == .cacheFirst && !isCached)
      let expected: String?
      if isSent {
        let fallback = policy == .networkFirst && isCached && server.isUnreachable ? "Old" : nil
        expected = server == .answers ? "New" : fallback
      } else {
        expected = isCached ? "Old" : nil
      }
      let found = try? await scene.client.fetch(query, policy: policy).shelf?.label
      #expect(found == expected, "\(policy), \(server), cached: \(isCached)")
      #expect(scene.server.requests.count == (isSent ? 1 : 0))
      // Only an answer changes the cache.
      let kept = isSent && server == .answers ? "New" : isCached ? "Old" : nil
      #expect(scene.cache.read(query)?.shelf?.label == kept)
    }
  }

  /// A response in parts, by each policy: what is cached is the whole.
  @Test(arguments: [GraphQLFetchPolicy.cacheFirst, .networkFirst, .networkOnly, .cacheOnly])
  func `each policy handles responses in parts`(_ policy: GraphQLFetchPolicy) async throws {
    func parts(_ note: String) -> GraphQLScriptedTransport.Step {
      .parts(
        "{\"data\":{\"post\":{\"title\":\"One\",\"___\":\"Post\",\"___id\":\"1\"}},\"pending\":[{\"id\":\"0\",\"path\":[\"post\"],\"label\":\"PostDetails\"}],\"hasNext\":true}",
        "{\"incremental\":[{\"id\":\"0\",\"data\":{\"note\":\"\(note)\",\"author\":{\"name\":\"Ada\",\"___\":\"User\",\"___id\":\"u1\"}}}],\"completed\":[{\"id\":\"0\"}],\"hasNext\":false}"
      )
    }
    let details = DetailsQuery(id: "1")
    let scene = try Scene([parts("old"), parts("new"), .status(500)])
    _ = try await scene.client.fetch(details)
    let isSent = policy == .networkFirst || policy == .networkOnly
    let data = try await scene.client.fetch(details, policy: policy)
    #expect(data.post?.postDetails.value?.note == (isSent ? "new" : "old"))
    #expect(scene.server.requests.count == (isSent ? 2 : 1))
    if policy == .networkFirst {
      // The server is away: the last whole response.
      let cached = try await scene.client.fetch(details, policy: policy)
      #expect(cached.post?.postDetails.value?.note == "new")
      #expect(scene.server.requests.count == 3)
    }
  }

  /// A request that was given up leaves the cache as it was, and the query can be sent again.
  @Test func `cancelled requests`() async throws {
    let gate = Gate()
    let scene = try Scene([.response(data("One"), after: gate), .response(data("Two"))])
    let task = Task { try await scene.client.fetch(query) }
    try await eventually("the query is sent") { !scene.server.requests.isEmpty }
    task.cancel()
    await gate.open()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try await scene.client.fetch(query, policy: .networkOnly).shelf?.label == "Two")
    #expect(scene.cache.read(query)?.shelf?.label == "Two")
  }

  /// What came with an error is given to the caller, and what did not fail is kept.
  @Test func `data with errors`() async throws {
    let members = "\"label\":\"A\",\"owner\":null"
    let scene = try Scene([
      .response(
        "{\"shelf\":\(shelf("1", members))}",
        errors: "[{\"message\":\"no owner\",\"path\":[\"shelf\",\"owner\"]}]")
    ])
    let response = try await scene.client.response(for: ShelfOwnerQuery(id: "1"))
    #expect(response.data?.shelf?.label == "A")
    #expect(response.errors.map(\.message) == ["no owner"])
    #expect(scene.cache.read(query)?.shelf?.label == "A")
  }

  /// Data that come before the server has answered once more are the caller's only if nothing of them is missing.
  @Test func `what is missing decides`() async throws {
    let whole = shelf("1", "\"label\":\"A\",\"owner\":null")
    let scene = try Scene([.response("{\"shelf\":\(whole)}")])
    try scene.cache.receive(data("A"), for: query)
    _ = try await scene.client.fetch(ShelfOwnerQuery(id: "1"))
    guard case .missing(let misses)? = scene.events.causes.last else {
      Issue.record("\(scene.events.all)")
      return
    }
    #expect(misses.map(\.description) == ["shelf.owner: Shelf:1.owner (neverWritten)"])
    _ = try await scene.client.fetch(ShelfOwnerQuery(id: "1"))
    #expect(scene.server.requests.count == 1)
  }

  /// Many who write at once, of which the last of each object counts.
  @Test func `many at once`() async throws {
    let scene = try Scene(
      (0..<100).map { _ in
        .perform { request in
          guard case .bytes(let body) = request.body else { throw URLError(.badServerResponse) }
          let id = try GraphQLValue(json: Array(body))["variables"]["id"].string ?? ""
          let data = "{\"data\":{\"shelf\":\(shelf(id, "\"label\":\"\(id)\""))}}"
          return GraphQLHTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Data(data.utf8))
        }
      })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let query = ShelfLabelOnlyQuery(id: "\(number / 2)")
          let data = try await scene.client.fetch(query)
          #expect(data.shelf?.label == "\(number / 2)")
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<50 {
      #expect(scene.cache.read(ShelfLabelOnlyQuery(id: "\(number)"))?.shelf?.label == "\(number)")
    }
  }
}
