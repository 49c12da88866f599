import Apus
import ApusClient
import ApusSwiftUI
import Foundation
import TestSupport
import Testing

@testable import ApusCache
import CacheFixtures

/// `GraphQLWatcher` against a model of what it says, over a client without a cache and over one with it.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct WatcherModelTests {
  /// What happens to a view.
  private enum Event: CaseIterable {
    case queryChanges, appears, disappears, refetch, answer, failure, lateAnswer, cacheWrite, cacheClear,
      cancelRefetch
  }

  /// What a watcher should have come to.
  private struct Expected {
    var id = 0
    var isRunning = true
    /// Whether the cache was cleared while the view was away.
    var isCleared = false
    var isFetching = false
    var isAnswerDue = false
    var title: String?
    var hasFailed = false
    var sent = 0
    /// What the cache has; nil for a client without one.
    var cached: [Int: String]?
    /// What was written since the request was sent: its response does not take the place of that.
    var written: Set<Int> = []

    mutating func send() {
      sent += 1
      written = []
      isFetching = true
    }

    mutating func begin() {
      isRunning = true
      hasFailed = false
      if isCleared { title = nil }
      isCleared = false
      if let cached {
        if let known = cached[id] { title = known } else { send() }
      } else if title == nil || isAnswerDue {
        send()
      }
      isAnswerDue = false
    }

    mutating func clear() {
      if cached == nil { return }
      cached = [:]
      if isRunning {
        (title, hasFailed) = (nil, false)
        send()
      } else {
        isCleared = true
      }
    }

    mutating func stop() {
      isAnswerDue = isFetching || hasFailed
      isRunning = false
      isFetching = false
    }
  }

  @Test(arguments: [false, true]) func `random events come to what the model says`(_ hasCache: Bool)
    async throws
  {
    for seed in RandomSequences.seed..<RandomSequences.seed + RandomSequences.count {
      guard try await run(seed, hasCache) else { return }
    }
  }

  private func data(_ id: Int, _ title: String) -> String {
    "{\"post\":\(post("\(id)", title, likes: 0, note: "\"n\""))}"
  }

  private func run(_ seed: Int, _ hasCache: Bool) async throws -> Bool {
    var random = SeededRandom(UInt64(seed))
    let transport = HeldTransport()
    transport.isStubborn = !hasCache && Bool.random(using: &random)
    // With a time limit, a request that is cancelled at once may stay active for another turn of the thread that sends it, and be answered in
    // place of the next one.
    let plain = GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: transport, timeout: nil)
    let cache = GraphQLCache(schema: cacheSchema)
    var client = plain
    if hasCache { client.cache = cache }
    var expected = Expected(cached: hasCache ? [:] : nil)
    var watcher: GraphQLWatcher? = GraphQLWatcher(PostQuery(id: "0"), client: client)
    let released = Weak(object: watcher)
    expected.begin()
    var log: [String] = []
    var refetches: [Task<Void, Never>] = []
    var payload = 0
    var begun: [Bool] = []

    // What is written before the request is sent is older than its response.
    guard await RandomSequences.settled({ transport.active.count == 1 }) else { return false }

    for _ in 0..<Int.random(in: 1...14, using: &random) {
      guard let event = Event.allCases.randomElement(using: &random), let current = watcher else { break }
      let (sentBefore, activeBefore) = (expected.sent, transport.active.last?.id)
      switch event {
      case .queryChanges:
        let id = Int.random(in: 0..<3, using: &random)
        log.append("query \(id)")
        current.query = PostQuery(id: "\(id)")
        if id != expected.id {
          expected.id = id
          expected.title = nil
          expected.hasFailed = false
          expected.isAnswerDue = false
          expected.isFetching = false
          if expected.isRunning { expected.begin() }
        }
      case .appears:
        log.append("appears")
        current.start()
        if !expected.isRunning { expected.begin() }
      case .disappears:
        log.append("disappears")
        current.stop()
        if expected.isRunning { expected.stop() }
      case .refetch:
        log.append("refetch")
        begun.append(false)
        let number = begun.count - 1
        refetches.append(
          Task { [weak current] in
            // What follows runs to where it waits.
            begun[number] = true
            await current?.reload()
          })
        if !expected.isRunning { expected.begin() }
        expected.send()
      case .cancelRefetch:
        log.append("cancel refetch")
        refetches.popLast()?.cancel()
      case .answer, .failure:
        guard expected.isFetching, let held = transport.active.last else { continue }
        payload += 1
        log.append("\(event) \(payload)")
        if event == .answer {
          #expect(transport.answer(held.id, .success(data(expected.id, "T\(payload)"))))
          if !expected.written.contains(expected.id) {
            expected.title = "T\(payload)"
            expected.cached?[expected.id] = "T\(payload)"
          }
        } else {
          #expect(transport.answer(held.id, .failure(Refused())))
        }
        expected.hasFailed = event == .failure
        expected.isFetching = false
      case .lateAnswer:
        guard let held = transport.all.first(where: \.isCancelled) else { continue }
        log.append("late answer")
        transport.answer(held.id, .success(data(9, "late")))
      case .cacheWrite:
        guard hasCache else { continue }
        payload += 1
        let id = Int.random(in: 0..<3, using: &random)
        log.append("write \(id) \(payload)")
        let query = PostQuery(id: "\(id)")
        let json = Data("{\"data\":\(data(id, "T\(payload)"))}".utf8)
        let body = try GraphQLDecodedBody.decoding(json, as: PostQuery.self).body
        // What a transaction writes is no query's response: one that was sent before does not take its place.
        if Bool.random(using: &random), expected.cached?[id] != nil {
          try cache.transaction { _ = try $0.update(query) { $0.post?.title = "T\(payload)" } }
        } else {
          cache.write(body, of: query, ticket: nil)
        }
        expected.cached?[id] = "T\(payload)"
        expected.written.insert(id)
        if expected.isRunning, expected.id == id { expected.title = "T\(payload)" }
      case .cacheClear:
        guard hasCache, random.chance(30) else { continue }
        log.append("clear")
        cache.clear()
        expected.clear()
      }
      let isSettled = await RandomSequences.settled {
        begun.allSatisfy { $0 } && transport.sentCount <= expected.sent
          && transport.active.count == (expected.isFetching ? 1 : 0)
          // The request that a new one takes the place of may still be there.
          && (!expected.isFetching || expected.sent == sentBefore
            || transport.active.last?.id != activeBefore)
          && current.isFetching == expected.isFetching && current.state.data?.post?.title == expected.title
          && (current.state.error != nil) == expected.hasFailed
      }
      if !isSettled {
        Issue.record(
          """
          seed \(seed), cache \(hasCache): \(log.joined(separator: ", ")): \(current.state), \(current.isFetching), \
          \(transport.sentCount) sent, \(transport.active.count) active; expected \(expected)
          """)
        return false
      }
      if !expected.isFetching {
        for refetch in refetches { await refetch.value }
        refetches = []
      }
    }
    watcher = nil
    for refetch in refetches { refetch.cancel() }
    for refetch in refetches { await refetch.value }
    let isOver = await RandomSequences.settled {
      released.object == nil && transport.active.isEmpty && cache.store.watcherCount == 0
    }
    for held in transport.all { transport.answer(held.id, .failure(CancellationError())) }
    if !isOver { Issue.record("seed \(seed): something is left of \(log.joined(separator: ", "))") }
    return isOver
  }

  /// A view that disappears while it asks again, or after that has failed, asks when it comes back.
  @Test(arguments: [false, true]) func `what a stop cut off is asked for again`(_ hasFailed: Bool)
    async throws
  {
    let transport = HeldTransport()
    let client = GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: transport, timeout: .seconds(3600))
    let watcher = GraphQLWatcher(PostQuery(id: "1"), client: client)
    #expect(await RandomSequences.settled { transport.active.count == 1 })
    transport.answer(1, .success(data(1, "One")))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "One" && !watcher.isFetching })
    // With its data, and nothing to ask for.
    watcher.stop()
    watcher.start()
    #expect(!watcher.isFetching && transport.sentCount == 1)
    let refetch = Task { await watcher.reload() }
    #expect(await RandomSequences.settled { transport.active.count == 1 && watcher.isFetching })
    if hasFailed {
      transport.answer(2, .failure(Refused()))
      #expect(await RandomSequences.settled { watcher.state.error != nil })
    }
    watcher.stop()
    await refetch.value
    #expect(watcher.state.data?.post?.title == "One" && !watcher.isFetching)
    watcher.start()
    #expect(await RandomSequences.settled { transport.active.count == 1 && watcher.isFetching })
    #expect(transport.sentCount == 3)
    transport.answer(3, .success(data(1, "New")))
    #expect(await RandomSequences.settled { watcher.state.data?.post?.title == "New" })
  }
}
