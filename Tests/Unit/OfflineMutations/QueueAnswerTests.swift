import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache
import ApusOfflineMutations
import CacheFixtures

/// What the answer to a mutation says about it.
@Suite(.timeLimit(.minutes(15))) struct QueueAnswerTests {
  @Test func `a root field that is not null was carried out, whatever the errors`() async throws {
    let server = GraphQLScriptedTransport([
      .response(
        madeShelf("s9"), errors: "[{\"message\":\"no thumbnail\",\"path\":[\"makeShelf\",\"image\"]}]"),
      .response(liked("1", 7)),
    ])
    let scene = try QueueScene(server)
    let queue = try await scene.queue()
    let shelf = try #require(try await queue.enqueue(MakeShelfMutation(label: "new")).temporaryID)
    try await queue.enqueue(LikeMutation(post: shelf))
    try await queue.untilEmpty()
    // What waited for its identifier is sent with the server's.
    #expect(server.requests.map(\.variables) == [["label": "new"], ["post": "s9"]])
    #expect(scene.cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", "s9"))?.label == "s9")
    guard case .carriedOut(let mutation, let errors)? = scene.queueEvents.withLock({ $0 }).first else {
      Issue.record("\(scene.queueEvents.withLock { $0 })")
      return
    }
    #expect(mutation.operationName == "MakeShelf")
    #expect(errors.map(\.message) == ["no thumbnail"])
  }

  /// A failed field took all of `data` with it.
  private func lost(_ path: String) -> GraphQLScriptedTransport.Step {
    .response("null", errors: "[{\"message\":\"no thumbnail\",\"path\":[\(path)]}]")
  }

  @Test func `what waits for an identifier that an error took is sent when the app knows it`() async throws {
    let server = GraphQLScriptedTransport([lost("\"makeShelf\",\"image\""), .response(liked("1", 7))])
    let scene = try QueueScene(server)
    let queue = try await scene.queue()
    let made = try await queue.enqueue(MakeShelfMutation(label: "new"))
    let shelf = try #require(made.temporaryID)
    try await queue.enqueue(LikeMutation(post: shelf))
    let mutations = try await queue.until { $0.first?.parking != nil }
    #expect(mutations.map(\.parking?.reason) == [.unknownOutcome, nil])
    #expect(mutations.first?.parking?.errors.map(\.message) == ["no thumbnail"])
    #expect(scene.cache.read(ShelfLabelData.self, GraphQLCacheKey("Shelf", shelf))?.label == "new")
    #expect(try await queue.confirm(made.id, createdID: "s9"))
    try await queue.untilEmpty()
    #expect(server.requests.map(\.variables) == [["label": "new"], ["post": "s9"]])
  }

  @Test func `a null that an error below a root field caused was carried out`() async throws {
    let server = GraphQLScriptedTransport([lost("\"rename\",\"name\"")])
    let scene = try QueueScene(server)
    let queue = try await scene.queue([GraphQLMutationHandler(RenameMutation.self, key: QueueScene.key)])
    try await queue.enqueue(RenameMutation(name: "Ada"))
    try await queue.untilEmpty()
    #expect(server.requests.count == 1)
    guard case .carriedOut? = scene.queueEvents.withLock({ $0 }).first else {
      Issue.record("\(scene.queueEvents.withLock { $0 })")
      return
    }
  }

  @Test func `a non-null root field that failed was rejected, if there is no other`() async throws {
    let scene = try QueueScene(GraphQLScriptedTransport([lost("\"rename\""), lost("\"second\"")]))
    let queue = try await scene.queue([
      GraphQLMutationHandler(RenameMutation.self, key: QueueScene.key),
      GraphQLMutationHandler(RenameTwiceMutation.self, key: QueueScene.key),
    ])
    try await queue.enqueue(RenameMutation(name: "Ada"))
    try await queue.enqueue(RenameTwiceMutation(name: "Ada"))
    let mutations = try await queue.until { $0.allSatisfy { $0.parking != nil } }
    #expect(mutations.map(\.parking?.reason) == [.rejected, .unknownOutcome])
  }

  /// The media type is one that proxies do not write; the status counts all the same.
  @Test(
    arguments: [
      (401, nil, nil), (429, nil, nil), (503, nil, .unknownOutcome), (400, .rejected, .rejected),
      (200, .rejected, .rejected),
    ] as [(Int, GraphQLParking.Reason?, GraphQLParking.Reason?)], [true, false])
  func `errors without data mean what the status means`(
    _ expected: (status: Int, withKey: GraphQLParking.Reason?, withoutKey: GraphQLParking.Reason?),
    _ hasKey: Bool
  ) async throws {
    let server = GraphQLScriptedTransport([
      .json("{\"errors\":[{\"message\":\"no\"}]}", status: expected.status), .response(liked("1", 7)),
    ])
    let scene = try QueueScene(server)
    let queue = try await scene.queue([QueueScene.like(key: hasKey ? QueueScene.key : .none)])
    try await queue.enqueue(LikeMutation(post: "1"))
    if expected.status == 401 {
      for await _ in await queue.updates() where await queue.block != nil { break }
      #expect(await queue.block?.isUnauthenticated == true)
      await queue.resume()
    }
    let reason = hasKey ? expected.withKey : expected.withoutKey
    let left = try await queue.until { $0.allSatisfy { $0.parking != nil } }
    #expect(left.map(\.parking?.reason) == (reason.map { [$0] } ?? []))
    #expect(server.requests.count == (reason == nil ? 2 : 1))
  }

  /// Sends a request again at once if the server has too many.
  private struct Again: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      let response = try await next(request)
      return response.status == 429 ? try await next(request) : response
    }
  }

  @Test(arguments: [true, false])
  func `a mutation whose user changes blocks the queue until the app resumes it`(
    _ hasKey: Bool
  ) async throws {
    let user = Locked("alice")
    let server = GraphQLScriptedTransport([
      .perform { _ in
        user.withLock { $0 = "bob" }
        return GraphQLHTTPResponse(status: 429)
      }, .response(liked("1", 7)), .response(liked("2", 8)),
    ])
    let scene = try QueueScene(server)
    let authentication = GraphQLAuthenticationInterceptor {
      user.withLock { $0 }
    } refresh: {
      $0
    }
    let queue = try await GraphQLMutationQueue(
      scene.client, storage: scene.storage, identity: "ada",
      handlers: [QueueScene.like(key: hasKey ? QueueScene.key : .none)],
      configuration: .init(
        connectivity: GraphQLConnectivity(),
        options: GraphQLRequestOptions(interceptors: [Again(), authentication])))
    try await queue.enqueue(LikeMutation(post: "1"))
    try await eventually("the queue is blocked, or has sent everything") {
      let (block, mutations) = (await queue.block, await queue.mutations)
      return block != nil || mutations.isEmpty
    }
    #expect(await queue.block?.isUnauthenticated == true)
    try await queue.enqueue(LikeMutation(post: "2"))
    #expect(await queue.mutations.map(\.state) == [.waiting, .waiting])
    #expect(scene.likes == [2, 3, 3])
    #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer alice"])
    // The app says whose they are.
    user.withLock { $0 = "alice" }
    await queue.resume()
    try await queue.untilEmpty()
    #expect(server.requests.map { $0.headers["Authorization"] } == Array(repeating: "Bearer alice", count: 3))
    #expect(scene.likes == [7, 8, 3])
    await queue.close()
  }

  @Test func `without a key, what a nested field rejected for its credentials is not repeated`() async throws
  {
    let body =
      "{\"data\":{\"like\":null},\"errors\":[{\"message\":\"no\",\"path\":[\"like\",\"author\"],\"extensions\":{\"code\":\"UNAUTHENTICATED\"}}]}"
    let server = GraphQLScriptedTransport([.json(body, status: 500, type: "application/json")])
    let queue = try await QueueScene(server).queue([QueueScene.like(key: .none)])
    try await queue.enqueue(LikeMutation(post: "1"))
    let left = try await queue.until { $0.first?.parking != nil }
    #expect(left.map(\.parking?.reason) == [.unknownOutcome])
    #expect(await queue.block == nil)
    #expect(server.requests.count == 1)
  }

  private struct Rejected: Error, CustomStringConvertible { var description: String { "not this one" } }

  @Test func `a check that rejects the response does not undo what the server did`() async throws {
    let server = GraphQLScriptedTransport([.response(madeShelf("s9")), .response(liked("1", 7))])
    let scene = try QueueScene(server)
    var client = scene.client
    client.checks = [GraphQLDataCheck(MakeShelfMutation.self) { _ in throw Rejected() }]
    let events = Locked<[String]>([])
    let queue = try await GraphQLMutationQueue(
      client, storage: scene.storage, identity: "ada", handlers: [QueueScene.like(), QueueScene.makeShelf()],
      configuration: .init(connectivity: GraphQLConnectivity())
    ) { event in events.withLock { $0.append("\(event)") } }
    let shelf = try #require(try await queue.enqueue(MakeShelfMutation(label: "new")).temporaryID)
    try await queue.enqueue(LikeMutation(post: shelf))
    try await queue.untilEmpty()
    #expect(server.requests.map(\.variables) == [["label": "new"], ["post": "s9"]])
    #expect(
      events.withLock { $0 } == [
        "MakeShelf was carried out, although its response was rejected: not this one."
      ])
  }

  /// Servers report errors in payloads, which checks throw: the user's change is not lost.
  @Test(arguments: [true, false]) func `a payload that a check rejects is a rejection`(
    _ hasKey: Bool
  ) async throws {
    let server = GraphQLScriptedTransport([.response(liked("1", 5))])
    let scene = try QueueScene(server)
    var client = scene.client
    client.checks = [GraphQLDataCheck(LikeMutation.self) { _ in throw Rejected() }]
    let results = Locked(0)
    let like = QueueScene.like(
      key: hasKey ? QueueScene.key : .none, result: { _, _, _ in results.withLock { $0 += 1 } })
    let queue = try await GraphQLMutationQueue(
      client, storage: scene.storage, identity: "ada", handlers: [like],
      configuration: .init(connectivity: GraphQLConnectivity()))
    try await queue.enqueue(LikeMutation(post: "1"))
    let left = try await queue.until { $0.first?.parking != nil }
    #expect(left.first?.parking?.reason == .rejected)
    #expect(left.first?.parking?.message == "not this one")
    #expect(scene.likes == [5, 2, 3])
    #expect(results.withLock { $0 } == 0)
  }

  private static let unauthenticated = GraphQLScriptedTransport.Step.response(
    "{\"like\":null}",
    errors: "[{\"message\":\"expired\",\"path\":[\"like\"],\"extensions\":{\"code\":\"UNAUTHENTICATED\"}}]")

  @Test(
    arguments: [
      (.status(401), true), (.status(403), true), (.status(404), false), (.status(302), false),
      (unauthenticated, true),
    ] as [(GraphQLScriptedTransport.Step, Bool)])
  func `what concerns all mutations blocks the queue, which keeps them`(
    _ step: GraphQLScriptedTransport.Step, _ isUnauthenticated: Bool
  ) async throws {
    let server = GraphQLScriptedTransport([
      step, .response(liked("1", 7)), .response(liked("2", 8)), .response(liked("3", 9)),
    ])
    let scene = try QueueScene(server)
    let connectivity = GraphQLConnectivity(isOnline: false)
    let queue = try await scene.queue(connectivity: connectivity)
    for post in ["1", "2", "3"] { try await queue.enqueue(LikeMutation(post: post)) }
    connectivity.update(isOnline: true)
    for await _ in await queue.updates() where await queue.block != nil { break }
    #expect(await queue.block?.isUnauthenticated == isUnauthenticated)
    #expect(await queue.mutations.map(\.state) == [.waiting, .waiting, .waiting])
    #expect(scene.likes == [2, 3, 4])
    #expect(server.requests.count == 1)
    await queue.resume()
    try await queue.untilEmpty()
    #expect(await queue.block == nil)
    #expect(scene.likes == [7, 8, 9])
    #expect(server.requests[0].key == server.requests[1].key)
  }

  @Test(arguments: [409, 425, 500]) func `with a key, a request that is still running is asked for again`(
    _ status: Int
  ) async throws {
    let server = GraphQLScriptedTransport([.status(status), .status(status), .response(liked("1", 7))])
    let scene = try QueueScene(server)
    let queue = try await scene.queue()
    try await queue.enqueue(LikeMutation(post: "1"))
    try await queue.untilEmpty()
    #expect(scene.likes == [7, 2, 3])
    #expect(Set(server.requests.map(\.key)).count == 1)
  }

  @Test func `so many lanes send at once as are allowed`() async throws {
    let transport = HeldTransport()
    let scene = try QueueScene(transport)
    let queue = try await scene.queue([QueueScene.like(lane: { $0.post })], maximumLanes: 3)
    for number in 1...7 { try await queue.enqueue(LikeMutation(post: "\(number)")) }
    var sent: [String] = []
    while sent.count < 7 {
      let active = try await transport.active(min(3, 7 - sent.count))
      #expect(await queue.mutations.count { $0.state == .sending } == active.count)
      let post = active[0].request.variables["post"].string ?? ""
      sent.append(post)
      transport.answer(active[0].id, .success(liked(post, 1)))
      _ = try await queue.until { [sent] in $0.count == 7 - sent.count }
    }
    #expect(Set(sent).count == 7)
  }
}
