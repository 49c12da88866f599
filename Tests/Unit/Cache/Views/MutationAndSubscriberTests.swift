import Apus
import ApusClient
import ApusPlatform
import ApusSwiftUI
import ApusTesting
import Foundation
import TestSupport
import Testing

import ApusCache
import CacheFixtures

/// `GraphQLMutationModel` and `GraphQLSubscriber` against models of what they say.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct MutationAndSubscriberTests {
  @Test func `random mutations come to what was sent last`() async throws {
    for seed in RandomSequences.seed..<RandomSequences.seed + RandomSequences.count {
      var random = SeededRandom(UInt64(seed))
      let transport = HeldTransport()
      let client = GraphQLClient(
        url: try #require(URL(string: "https://example.org/")), transport: transport, timeout: .seconds(3600))
      let like = GraphQLMutationModel(LikeMutation.self, client: client)
      var tasks: [Task<Void, Never>] = []
      var results: [Result<Int, any Error>?] = []
      var ids: [Int] = []
      for step in 0..<1 + random.below(12) {
        switch random.below(4) {
        case 0, 1:
          results.append(nil)
          ids.append(0)
          let number = tasks.count
          tasks.append(
            Task {
              do {
                results[number] = .success(try await like(LikeMutation(post: "\(number)")).like?.likes ?? -1)
              } catch {
                results[number] = .failure(error)
              }
            })
        case 2:
          guard let held = transport.active.randomElement(using: &random) else { continue }
          transport.answer(
            held.id,
            random.chance(70)
              ? .success("{\"like\":{\"likes\":\(step),\"___\":\"Post\",\"___id\":\"1\"}}")
              : .failure(Refused()))
        default:
          guard !tasks.isEmpty else { continue }
          tasks[random.below(tasks.count)].cancel()
        }
        let isSettled = await RandomSequences.settled {
          let running = results.filter { $0 == nil }.count
          guard transport.active.count == running, like.isRunning == (running > 0) else { return false }
          guard let last = results.last, let last else { return like.error == nil }
          switch last {
          case .success(let likes): return like.data?.like?.likes == likes && like.error == nil
          case .failure(let error): return (like.error != nil) == !(error is CancellationError)
          }
        }
        if !isSettled {
          Issue.record("seed \(seed): \(results), \(like.isRunning), \(String(describing: like.error))")
          return
        }
      }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      #expect(transport.all.isEmpty)
    }
  }

  @Test func `random subscriptions come to what their events say`() async throws {
    for seed in RandomSequences.seed..<RandomSequences.seed + RandomSequences.count / 2 {
      var random = SeededRandom(UInt64(seed))
      let streams = Locked<[AsyncThrowingStream<Int, any Error>.Continuation]>([])
      let transport = GraphQLScriptedSubscriptions { _ in
        let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
        streams.withLock { $0.append(continuation) }
        let iterator = Locked(stream)
        return (0..<20).map { _ in
          .perform { _ in
            let stream = iterator.withLock { $0 }
            for try await likes in stream {
              return Data(
                "{\"data\":{\"liked\":{\"likes\":\(likes),\"___\":\"Post\",\"___id\":\"1\"}}}".utf8)
            }
            return nil
          }
        }
      }
      let client = GraphQLClient(
        url: try #require(URL(string: "https://example.org/")), transport: HeldTransport(),
        subscriptions: transport, timeout: .seconds(3600))
      var model: GraphQLSubscriber<LikedSubscription, [Int]>? = GraphQLSubscriber(
        LikedSubscription(), client: client, into: []
      ) { $0.append($1.liked.likes) }
      let released = Weak(object: model)
      var expected: [Int] = []
      var hasFailed = false
      var isActive = true
      var begun = 1
      #expect(await RandomSequences.settled { streams.withLock { $0.count } == 1 })
      for step in 0..<1 + random.below(8) {
        guard let current = model else { break }
        switch random.below(5) {
        case 0:
          current.stop()
          isActive = false
        case 1:
          current.reload()
          isActive = true
          hasFailed = false
          begun += 1
        case 2:
          guard isActive, !hasFailed, let stream = streams.withLock({ $0.last }) else { continue }
          stream.finish(throwing: Refused())
          hasFailed = true
        default:
          // What an old subscription still says is dropped.
          let isLate = random.chance(20)
          let all = streams.withLock { $0 }
          if isLate {
            all.dropLast().last?.yield(1000)
          } else if isActive, !hasFailed, let stream = all.last {
            stream.yield(step)
            expected.append(step)
          }
        }
        let isSettled = await RandomSequences.settled {
          current.state.data == expected && (current.state.error != nil) == hasFailed
            && streams.withLock { $0.count } == begun
            && transport.activeCount == (isActive && !hasFailed ? 1 : 0)
        }
        if !isSettled {
          Issue.record(
            "seed \(seed): \(current.state), \(transport.activeCount) active; expected \(expected), \(isActive), \(hasFailed)"
          )
          return
        }
      }
      model = nil
      let isOver = await RandomSequences.settled { released.object == nil && transport.activeCount == 0 }
      #expect(isOver, "seed \(seed)")
      if !isOver { return }
    }
  }

  private nonisolated static func event(_ likes: Int) -> Data {
    Data("{\"data\":{\"liked\":{\"likes\":\(likes),\"___\":\"Post\",\"___id\":\"1\"}}}".utf8)
  }

  /// A subscription that cannot be stopped at once may still say something: it is not the newest any more.
  @Test func `an event of a subscription that was left is dropped`() async throws {
    let gate = Gate()
    let (count, hasBegun) = (Locked(0), Locked(false))
    let transport = GraphQLScriptedSubscriptions { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number > 1 { return [.perform { _ in Self.event(number) }, .silence] }
      return [
        .perform { _ in
          hasBegun.withLock { $0 = true }
          await gate.wait()
          return Self.event(1000)
        }
      ]
    }
    let client = GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: HeldTransport(),
      subscriptions: transport, timeout: .seconds(3600))
    let model = GraphQLSubscriber(LikedSubscription(), client: client, into: []) { $0.append($1.liked.likes) }
    #expect(await RandomSequences.settled { hasBegun.withLock { $0 } })
    model.reload()
    #expect(await RandomSequences.settled { model.state.data == [2] && transport.activeCount == 2 })
    await gate.open()
    #expect(await RandomSequences.settled { transport.activeCount == 1 })
    #expect(model.state.data == [2])
  }

  /// A subscription with a variable.
  private struct LikedOf: GraphQLSubscription {
    typealias Data = LikedSubscription.Data

    static let operationName = "LikedOf"
    static let operationDocument =
      "subscription LikedOf($id:ID!){liked(id:$id){likes ___:__typename ___id:id}}"
    static let operationID = "liked-of"

    var id: String

    init(id: String) { self.id = id }
    init(_reading r: inout GraphQLReader) throws { try self.init(id: r.id("id")) }
    func _write(to w: inout GraphQLWriter) { w.id("id", id) }
  }

  @Test func `another subscription takes the place of one that runs, and of no other`() async throws {
    let transport = GraphQLScriptedSubscriptions([.perform { _ in Self.event(1) }, .silence])
    let client = GraphQLClient(
      url: try #require(URL(string: "https://example.org/")), transport: HeldTransport(),
      subscriptions: transport, timeout: .seconds(3600))
    let model = GraphQLSubscriber(LikedOf(id: "1"), client: client, into: []) { $0.append($1.liked.likes) }
    #expect(await RandomSequences.settled { model.state.data == [1] })
    model.subscription = LikedOf(id: "2")
    #expect(model.state.data == [])
    #expect(await RandomSequences.settled { model.state.data == [1] && transport.requests.count == 2 })
    model.stop()
    model.subscription = LikedOf(id: "3")
    for _ in 0..<100 { await Task.yield() }
    #expect(model.state.data == [])
    #expect(transport.requests.count == 2)
    model.reload()
    #expect(await RandomSequences.settled { model.state.data == [1] && transport.requests.count == 3 })
  }
}
