import Apus
import ApusCache
import ApusClient
import ApusPlatform
import ApusOfflineMutations
import Foundation

/// `apus-benchmark cache-queue [--largest N]`: a queue of 2,500 mutations, of twice and of four times as many, whose rows are in memory, without
/// a network. Time to enqueue, close and open again, for mutations of different objects and of one: wall time, and the CPU time of all threads,
/// which other programs do not lengthen.
func runQueueGrowth(_ arguments: [String]) throws {
  var largest = 10_000
  if arguments.count == 2, arguments[0] == "--largest" { largest = Int(arguments[1]) ?? largest }
  let end = Locked<Result<Void, any Error>?>(nil)
  Task { [largest] in
    do {
      for objects in [QueueGrowth.Objects.many, .one] {
        var all: [QueueGrowth] = []
        for count in [largest / 4, largest / 2, largest] { all.append(try await QueueGrowth(count, objects)) }
        for growth in all { print(growth.text) }
        if let first = all.first, let last = all.last { print(last.growth(since: first)) }
      }
      end.withLock { $0 = .success(()) }
    } catch {
      end.withLock { $0 = .failure(error) }
    }
  }
  while true {
    if let result = end.withLock({ $0 }) { return try result.get() }
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
  }
}

private struct QueueGrowth: Sendable {
  enum Objects: String { case many = "each of an object of its own", one = "all of one object" }

  private let title: String
  private var steps: [(name: String, wall: Double, cpu: Double)] = []
  private let count: Int

  var text: String {
    let lines = steps.map { step in
      "  " + step.name.padding(toLength: 12, withPad: " ", startingAt: 0)
        + String(
          format: "%8.1f ms, CPU %8.1f ms, %6.1f µs each", step.wall, step.cpu,
          step.cpu * 1000 / Double(count))
    }
    return ([title] + lines).joined(separator: "\n")
  }

  func growth(since first: QueueGrowth) -> String {
    let lines = zip(first.steps, steps).map { one, other in
      "  " + one.name.padding(toLength: 12, withPad: " ", startingAt: 0)
        + String(format: "%8.1f times the CPU time", other.cpu / max(one.cpu, 0.001))
    }
    return (["\(count) mutations beside \(first.count)"] + lines).joined(separator: "\n")
  }

  init(_ count: Int, _ objects: Objects) async throws {
    self.count = count
    title = "\(count) mutations, \(objects.rawValue)"
    guard let url = URL(string: "http://127.0.0.1:9/graphql") else { throw Failure("no URL") }
    let cache = GraphQLCache(schema: QueuedLike.cacheSchema)
    let client = GraphQLClient(url: url, cache: cache)
    try cache.transaction { transaction in
      for number in 0..<(objects == .one ? 1 : count) {
        try transaction.write(QueuedLikes(likes: number), GraphQLCacheKey("Post", "\(number)"))
      }
    }
    let storage = QueueRowsInMemory()
    let handler = GraphQLMutationHandler(QueuedLike.self, key: .header("Idempotency-Key")) {
      mutation, transaction in
      try transaction.update(QueuedLikes.self, GraphQLCacheKey("Post", mutation.post)) { $0.likes += 1 }
    }
    func open() async throws -> GraphQLMutationQueue {
      try await GraphQLMutationQueue(
        client, storage: storage, identity: "ada", handlers: [handler],
        configuration: .init(connectivity: GraphQLConnectivity(isOnline: false)))
    }
    let queue = try await open()
    let clock = ContinuousClock()
    var start = (clock.now, Measurement.cpuTime)
    func end(_ name: String) {
      steps.append((name, (clock.now - start.0) / .milliseconds(1), Measurement.cpuTime - start.1))
      start = (clock.now, Measurement.cpuTime)
    }
    for number in 0..<count {
      try await queue.enqueue(QueuedLike(post: objects == .one ? "0" : "\(number)"))
    }
    end("enqueue")
    await queue.close()
    end("close")
    let again = try await open()
    end("open")
    guard await again.mutations.count == count else { throw Failure("mutations are missing") }
    let likes = cache.read(QueuedLikes.self, GraphQLCacheKey("Post", "0"))?.likes
    guard likes == (objects == .one ? count : 1) else { throw Failure("a change is not shown") }
    await again.close()
  }
}

private struct QueuedLike: GraphQLMutation, GraphQLObject {
  struct Data: GraphQLObject {
    init(_reading r: inout GraphQLReader) throws {}
    func _write(to w: inout GraphQLWriter) {}
  }

  static let operationName = "Like"
  static let operationID = ""
  static let operationDocument = "mutation Like($post:ID!){like(post:$post){likes ___:__typename ___id:id}}"
  static let cacheSchema = GraphQLCacheSchema("1 Query Mutation -;*!id;Mutation.like:Post;Post")

  var post: String

  init(post: String) { self.post = post }
  init(_reading r: inout GraphQLReader) throws { post = try r.id("post") }
  func _write(to w: inout GraphQLWriter) { w.id("post", post) }
}

private struct QueuedLikes: GraphQLFragment {
  static let fragmentDocument = "fragment Likes on Post{likes ___:__typename ___id:id}"

  var likes: Int

  init(likes: Int) { self.likes = likes }
  init(_reading r: inout GraphQLReader) throws { likes = try r.int("likes") }
  func _write(to w: inout GraphQLWriter) { w.int("likes", likes) }
}

/// Rows that last as long as the process.
private final class QueueRowsInMemory: GraphQLCacheStorage {
  private let rows = Locked<[UInt64: [UInt8]]>([:])

  func open(
    _ row: (_ id: UInt64, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws -> GraphQLStorageError? {
    for (id, bytes) in rows.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      bytes.withUnsafeBytes { row(id, $0) }
    }
    return nil
  }

  func commit(_ changes: [(id: UInt64, bytes: [UInt8]?)]) throws {
    rows.withLock { rows in
      for change in changes { rows[change.id] = change.bytes }
    }
  }

  func flush() throws {}
  func clear() throws { rows.withLock { $0 = [:] } }
  func close() {}
}
