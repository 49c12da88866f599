import Apus
import ApusClient
import ApusSwiftUI
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache

/// `GraphQLFragmentWatcher` against a model of what it says, over caches that change, and over a client without one.
@Suite(.serialized, .timeLimit(.minutes(15))) @MainActor struct FragmentWatcherModelTests {
  /// What happens to a row.
  private enum Event: CaseIterable {
    case keyChanges, appears, clientChanges, write, response, evict, delete, clear, optimistic, rollback
  }

  /// What a row should have come to.
  private struct Expected {
    var id = 0
    /// The client that it was given; nil before the first.
    var client: Int?
    /// What the caches have of the objects.
    var likes: [[Int: Int]] = [[:], [:]]
    /// What a layer says in place of that, in the first cache.
    var layer: [Int: Int] = [:]
    var shown: Int?

    func cached(_ client: Int, _ id: Int) -> Int? { (client == 0 ? layer[id] : nil) ?? likes[client][id] }

    /// Reads anew what there is.
    mutating func begin() { shown = client.flatMap { $0 < 2 ? cached($0, id) : nil } }

    /// Takes what a cache has come to: what goes missing is shown on.
    mutating func look() { shown = client.flatMap { $0 < 2 ? cached($0, id) : nil } ?? shown }
  }

  @Test func `random events come to what the model says`() async throws {
    for seed in RandomSequences.seed..<RandomSequences.seed + RandomSequences.count {
      guard try await run(seed) else { return }
    }
  }

  private func run(_ seed: Int) async throws -> Bool {
    var random = SeededRandom(UInt64(seed))
    let url = try #require(URL(string: "https://example.org/"))
    let plain = GraphQLClient(url: url, transport: GraphQLScriptedTransport([]), timeout: .seconds(3600))
    let caches = (0..<2).map { _ in GraphQLCache(schema: cacheSchema) }
    let clients = (caches + [nil]).map { cache in
      var client = plain
      client.cache = cache
      return client
    }
    var expected = Expected()
    var watcher: GraphQLFragmentWatcher? = GraphQLFragmentWatcher(
      LikesData.self, key: "Post:0", variables: [:])
    let released = Weak(object: watcher)
    var layer: GraphQLOptimisticLayer?
    var log: [String] = []

    for number in 0..<Int.random(in: 1...20, using: &random) {
      guard let event = Event.allCases.randomElement(using: &random), let current = watcher else { break }
      let id = Int.random(in: 0..<3, using: &random)
      let at = Int.random(in: 0..<2, using: &random)
      let key = GraphQLCacheKey("Post", "\(id)")
      log.append("\(event) \(id) \(at)")
      switch event {
      case .keyChanges:
        current.whileMakingView { current.read("Post:\(id)", [:]) }
        if id != expected.id {
          expected.id = id
          expected.begin()
        }
      case .appears:
        // What a view does each time that it is made.
        guard let client = expected.client else { continue }
        current.use(clients[client])
      case .clientChanges:
        let client = Int.random(in: 0..<3, using: &random)
        current.use(clients[client])
        if client != expected.client {
          expected.client = client
          expected.begin()
        }
      case .write:
        try caches[at].transaction { try $0.write(LikesData(likes: number), key) }
        expected.likes[at][id] = number
        expected.look()
      case .response:
        // Has more of the object than the row shows, and every other time the same of what it shows.
        let likes = Bool.random(using: &random) ? number : expected.likes[at][id] ?? number
        let text = post("\(id)", "T\(number)", likes: likes, note: "null")
        let json = Data("{\"data\":{\"post\":\(text)}}".utf8)
        let body = try GraphQLDecodedBody.decoding(json, as: PostQuery.self).body
        caches[at].write(body, of: PostQuery(id: "\(id)"), ticket: nil)
        expected.likes[at][id] = likes
        expected.look()
      case .evict, .delete:
        caches[at].transaction { event == .evict ? $0.evict(key) : $0.delete(key) }
        expected.likes[at][id] = nil
        expected.look()
      case .clear:
        caches[at].clear()
        expected.likes[at] = [:]
        if at == 0 { (layer, expected.layer) = (nil, [:]) }
        // It may be another user's by now.
        if at == expected.client { expected.shown = nil }
      case .optimistic:
        guard layer == nil else { continue }
        layer = try caches[0].optimistic { try $0.write(LikesData(likes: -number - 1), key) }
        expected.layer = [id: -number - 1]
        expected.look()
      case .rollback:
        guard let undone = layer else { continue }
        undone.rollBack()
        layer = nil
        expected.layer = [:]
        expected.look()
      }
      let isSettled = await RandomSequences.settled {
        current.value?.likes == expected.shown
          && caches.indices.map { caches[$0].store.watcherCount }
            == caches.indices.map { $0 == expected.client ? 1 : 0 }
      }
      if !isSettled {
        Issue.record(
          """
          seed \(seed): \(log.joined(separator: ", ")): \(String(describing: current.value)), \
          \(caches.map(\.store.watcherCount)) watchers; expected \(expected)
          """)
        return false
      }
    }
    watcher = nil
    let isOver = await RandomSequences.settled {
      released.object == nil && caches.allSatisfy { $0.store.watcherCount == 0 }
    }
    if !isOver { Issue.record("seed \(seed): something is left of \(log.joined(separator: ", "))") }
    return isOver
  }
}
