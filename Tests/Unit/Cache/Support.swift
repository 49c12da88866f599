import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import Foundation
import TestSupport
import Testing

@testable import ApusCache
import CacheFixtures

/// A client with a cache, and the server that it talks to.
struct Scene {
  let server: GraphQLScriptedTransport
  let cache: GraphQLCache
  let client: GraphQLClient
  let events = Events()
  let clock = Clock()

  /// - Parameter limits: what the schema's table has beside, such as `Post@60`.
  init(
    _ steps: [GraphQLScriptedTransport.Step] = [], subscriptions: GraphQLScriptedSubscriptions? = nil,
    limits: String = "",
    configuration: GraphQLCacheConfiguration = GraphQLCacheConfiguration(), rules: [GraphQLFieldRule] = [],
    keys: [GraphQLKeyRule] = []
  ) throws {
    server = GraphQLScriptedTransport(steps)
    let url = try #require(URL(string: "https://example.org/graphql"))
    var configuration = configuration
    configuration.now = { [clock] in clock.now }
    let table = GraphQLCacheSchema(table: cacheSchema.table + (limits.isEmpty ? "" : ";" + limits))
    cache = GraphQLCache(schema: table, rules: rules, keys: keys, configuration: configuration) { [events] in
      events.add($0)
    }
    client = GraphQLClient(
      url: url, transport: server, subscriptions: subscriptions, timeout: .seconds(3600),
      cache: cache)
  }
}

/// A clock that tests set.
final class Clock: Sendable {
  private let state = Locked(Date(timeIntervalSince1970: 1_700_000_000))
  var now: Date { state.withLock { $0 } }
  func advance(_ seconds: Double) { state.withLock { $0 += seconds } }
}

extension GraphQLScriptedTransport.Step {
  /// A response with this data.
  static func response(_ data: String, errors: String? = nil) -> Self {
    .json("{" + (errors.map { "\"errors\":\($0)," } ?? "") + "\"data\":\(data)}")
  }

  /// A response that waits until the gate is open.
  static func response(_ data: String, after gate: Gate) -> Self {
    .perform { _ in
      await gate.wait()
      return GraphQLHTTPResponse(graphQL: Data("{\"data\":\(data)}".utf8))
    }
  }
}

/// What the cache holds, as its users can see it.
extension GraphQLCache {
  /// The keys of the objects and root fields that are kept.
  var keptKeys: [String] {
    // Two lines of summary, and the fields of an object below its key.
    inspect().split(separator: "\n").dropFirst(2).filter { !$0.hasPrefix("  ") && !$0.contains(" (evicted)") }
      .map { String($0.prefix(upTo: $0.range(of: " watched by ")?.lowerBound ?? $0.endIndex)) }
  }

  /// How many bytes they take in memory.
  var keptBytes: Int {
    // "2 objects and root fields, 480 bytes"
    let summary = inspect().prefix { !$0.isNewline }.split(separator: " ")
    return summary.lastIndex { $0.hasPrefix("bytes") }.flatMap { Int(summary[$0 - 1]) } ?? -1
  }
}

/// The posts of a feed, as the server sends them.
func post(_ id: String, _ title: String, likes: Int, author: String = "Ada", note: String? = nil) -> String {
  let noteText = note.map { "\"note\":\($0)," } ?? ""
  return
    "{\"title\":\"\(title)\",\"likes\":\(likes),\(noteText)\"author\":{\"name\":\"\(author)\",\"___\":\"User\",\"___id\":\"u1\"},\"___\":\"Post\",\"___id\":\"\(id)\"}"
}

extension Dependencies {
  /// Whether changes reach what was read.
  func areAffected(by changes: [RecordChange]) -> Bool {
    let changed = Dictionary(changes.map { ($0.record, $0) }) { $1 }
    return entries.contains { entry in
      guard let change = changed[entry.record] else { return false }
      guard let fields = change.fields, let shape = entry.shape?.takeUnretainedValue() else { return true }
      return fields.contains(where: shape.contains)
    }
  }
}

/// The answer to `Like`.
func liked(_ post: String, _ likes: Int) -> String {
  "{\"like\":{\"likes\":\(likes),\"___\":\"Post\",\"___id\":\"\(post)\"}}"
}
