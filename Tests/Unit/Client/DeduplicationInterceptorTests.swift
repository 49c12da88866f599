import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct DeduplicationInterceptorTests {
  private func client(_ server: GraphQLScriptedTransport) -> GraphQLClient {
    var client = GraphQLClient(url: endpoint, transport: server, timeout: .seconds(3600))
    client.interceptors = [GraphQLDeduplicationInterceptor()]
    return client
  }

  /// A response that comes when it may.
  private static func held(_ mayAnswer: Locked<Bool>, status: Int = 200) -> GraphQLScriptedTransport.Step {
    .perform { _ in
      try await eventually("the server may answer") { mayAnswer.withLock { $0 } }
      return GraphQLHTTPResponse(status: status, body: .init(world.utf8))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `equal queries share an answer, others do not`() async throws {
    let mayAnswer = Locked(false)
    let server = GraphQLScriptedTransport([Self.held(mayAnswer)], repeatsLast: true)
    let client = client(server)
    let executor = HeldExecutor()
    let tasks = [HelloQuery(), HelloQuery(), HelloQuery(name: .value("other"))].map { query in
      Task(executorPreference: executor) { try await client.fetch(query).hello }
    }
    try await eventually("both queries are sent") {
      executor.runUntilAllWait()
      return server.requests.count >= 2
    }
    mayAnswer.withLock { $0 = true }
    executor.release()
    for task in tasks { #expect(try await task.value == "world") }
    #expect(server.requests.count == 2)
    _ = try await client.fetch(HelloQuery())
    #expect(server.requests.count == 3)
  }

  @Test func `the same query under other conditions is sent as well`() async throws {
    let mayAnswer = Locked(false)
    let server = GraphQLScriptedTransport([Self.held(mayAnswer)], repeatsLast: true)
    let client = client(server)
    let limited = GraphQLRequestOptions.limited(bytes: 1000)
    async let first = client.fetch(HelloQuery())
    async let second = client.fetch(HelloQuery(), options: limited)
    try await eventually("both queries are sent") { server.requests.count == 2 }
    mayAnswer.withLock { $0 = true }
    _ = try await (first, second)
  }

  @Test func `equal mutations are each sent, also those that may be repeated`() async throws {
    let meeting = Meeting(of: 2)
    let server = GraphQLScriptedTransport(
      [
        .perform { _ in
          // A shared mutation would leave the first one waiting.
          await meeting.arrive()
          return GraphQLHTTPResponse(status: 200, body: .init(#"{"data":{"send":1}}"#.utf8))
        }
      ], repeatsLast: true)
    let client = client(server)
    let options = GraphQLRequestOptions(isIdempotent: true)
    async let first = client.perform(SendMutation(), options: options)
    async let second = client.perform(SendMutation(), options: options)
    _ = try await (first, second)
    #expect(server.requests.count == 2)
  }

  @Test func `requests that begin alike have different hashes`() {
    let document = String(repeating: "query Hello { hello } ", count: 20)
    let hashes = (0..<1000).map { number in
      GraphQLHTTPRequest(url: endpoint, body: .bytes(.init("\(document)\(number)".utf8))).hashValue
    }
    #expect(Set(hashes).count > 990)
  }

  @Test func `mutations are not shared`() async throws {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"send":null}}"#)], repeatsLast: true)
    let client = client(server)
    async let first = client.perform(SendMutation())
    async let second = client.perform(SendMutation())
    _ = try await (first, second)
    #expect(server.requests.count == 2)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `who waits and is cancelled leaves at once, and the others get the answer`() async throws {
    let mayAnswer = Locked(false)
    let server = GraphQLScriptedTransport([Self.held(mayAnswer)])
    let client = client(server)
    let executor = HeldExecutor()
    let sending = Task(executorPreference: executor) { try await client.fetch(HelloQuery()) }
    let waiting = (0..<50).map { _ in
      Task(executorPreference: executor) { try await client.fetch(HelloQuery()) }
    }
    let staying = Task(executorPreference: executor) { try await client.fetch(HelloQuery()) }
    try await eventually("the request is sent") {
      executor.runUntilAllWait()
      return !server.requests.isEmpty
    }
    executor.release()
    for task in waiting { task.cancel() }
    for task in waiting { await #expect(throws: CancellationError.self) { try await task.value } }
    mayAnswer.withLock { $0 = true }
    #expect(try await sending.value.hello == "world")
    #expect(try await staying.value.hello == "world")
    #expect(server.requests.count == 1)
  }

  /// Its cancellation is told before anybody could be woken.
  @Test func `who was cancelled before waiting leaves at once`() async throws {
    let mayAnswer = Locked(false)
    let server = GraphQLScriptedTransport([Self.held(mayAnswer)])
    let sender = client(server)
    let sending = Task { try await sender.fetch(HelloQuery()) }
    try await eventually("the request is sent") { !server.requests.isEmpty }
    var leaver = sender
    leaver.interceptors.append(LeavingInterceptor())
    let waiting = Task { [leaver] in try await leaver.fetch(HelloQuery()) }
    await #expect(throws: CancellationError.self) {
      try await inTime("the cancelled request") { try await waiting.value }
    }
    mayAnswer.withLock { $0 = true }
    #expect(try await sending.value.hello == "world")
    #expect(server.requests.count == 1)
  }

  /// Cancels its task before it goes on.
  private struct LeavingInterceptor: GraphQLInterceptor {
    func intercept(
      _ request: GraphQLHTTPRequest, next: @escaping GraphQLNext
    ) async throws -> GraphQLHTTPResponse {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await next(request)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `when who sends is cancelled, the next one sends for all others`() async throws {
    let mayAnswer = Locked(false)
    let server = GraphQLScriptedTransport([.silence, .silence, Self.held(mayAnswer)])
    let client = client(server)
    let executor = HeldExecutor()
    let tasks = (0..<10).map { place in
      Task(executorPreference: executor) {
        // A deadline does not count, and says who sent a request.
        let options = GraphQLRequestOptions(deadline: .seconds(Double(place + 1) * 10_000))
        return try await client.fetch(HelloQuery(), options: options)
      }
    }
    try await eventually("the request is sent") {
      executor.runUntilAllWait()
      return !server.requests.isEmpty
    }
    executor.release()
    var cancelled: Set<Int> = []
    for count in 1...2 {
      try await eventually("the next request is sent") { server.requests.count >= count }
      let deadline = try #require(server.requests.last?.deadline)
      let sender = Int((ContinuousClock.now.duration(to: deadline) / .seconds(10_000)).rounded()) - 1
      tasks[sender].cancel()
      cancelled.insert(sender)
    }
    #expect(cancelled.count == 2)
    mayAnswer.withLock { $0 = true }
    for (place, task) in tasks.enumerated() {
      if cancelled.contains(place) {
        await #expect(throws: CancellationError.self) { try await task.value }
      } else {
        #expect(try await task.value.hello == "world")
      }
    }
    #expect(server.requests.count == 3)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a failure is that of all`() async throws {
    let mayAnswer = Locked(false)
    let server = GraphQLScriptedTransport([Self.held(mayAnswer, status: 503)], repeatsLast: true)
    let client = client(server)
    let executor = HeldExecutor()
    let tasks = (0..<20).map { _ in
      Task(executorPreference: executor) { await clientError { _ = try await client.fetch(HelloQuery()) } }
    }
    try await eventually("the query is sent") {
      executor.runUntilAllWait()
      return !server.requests.isEmpty
    }
    mayAnswer.withLock { $0 = true }
    executor.release()
    for task in tasks { #expect(await task.value?.description.contains("503") == true) }
    #expect(server.requests.count == 1)
  }

  @Test func `when everybody has left, the request is cancelled`() async throws {
    let ended = Counter()
    let server = GraphQLScriptedTransport([
      .perform { _ in
        do { try await Task.sleep(for: .seconds(3600)) } catch { await ended.increment() }
        throw CancellationError()
      }
    ])
    let client = client(server)
    let task = Task { try await client.fetch(HelloQuery()) }
    try await eventually("the request is sent") { !server.requests.isEmpty }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await eventually("the request is cancelled") { await ended.count > 0 }
    #expect(await ended.count == 1)
  }
}
