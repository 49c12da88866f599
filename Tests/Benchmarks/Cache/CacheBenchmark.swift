import Apus
import ApusCache
import ApusClient
import Foundation

/// `apus-benchmark cache [--rounds N]`: writing and reading a response beside decoding it and beside records of Apollo's shape, watchers,
/// memory, and a file.
///
/// Each round runs every step once; a row is the ratio of its median to that of decoding, and what it may be.
func runCacheBenchmark(_ arguments: [String]) throws {
  var rounds = 31
  if arguments.count == 2, arguments[0] == "--rounds" { rounds = Int(arguments[1]) ?? rounds }
  try CacheBenchmark(rounds: rounds).run()
}

private struct CacheBenchmark {
  let rounds: Int

  func run() throws {
    let json = FeedText.make(.trailing, typename: "___")
    let response = Data("{\"data\":".utf8 + json + "}".utf8)
    let (body, expected) = try GraphQLDecodedBody.decoding(response, as: FeedQuery.self)
    let query = FeedQuery()
    let full = GraphQLCache(schema: FeedQuery.cacheSchema)
    full.write(body, of: query, ticket: nil)
    // Some of the random ids are met twice, so not every value comes back.
    try memory(response)
    guard let kept = full.read(query), kept.repositories.count == expected.data?.repositories.count else {
      throw Failure("the cache reads something else")
    }

    var decode = Measurement("decode", byteCount: json.count)
    var first = Measurement("write into an empty cache", byteCount: json.count)
    var again = Measurement("write, nothing changes", byteCount: json.count)
    var bytes = Measurement("read to JSON", byteCount: json.count)
    var read = Measurement("read and decode", byteCount: json.count)
    for _ in 0..<rounds {
      decode.run { _ = try? FeedQuery.response(json: response) }
      let empty = GraphQLCache(schema: FeedQuery.cacheSchema)
      first.run { empty.write(body, of: query, ticket: nil) }
      again.run { full.write(body, of: query, ticket: nil) }
      bytes.run { _ = full.json(of: query) }
      read.run { _ = full.read(query) }
    }
    print(decode.line)
    for (step, limit) in [(first, 1.7), (again, 1.0), (bytes, 0.5), (read, 1.6)] {
      report(step, step.median / decode.median, limit)
    }
    try CachePeer(rounds: rounds).run(response, FeedText.make(.trailing))
    try small()
    try waitFor { [rounds] in try await SmallResponses(rounds: rounds).run() }
    try details()
    try PageQuery.measure(rounds: rounds)
    try watchers()
    try DiskGates(rounds: rounds).run()
    try SQLitePeers(rounds: rounds).run()
  }

  /// What a cache holds after a response was written, beside the response.
  private func memory(_ response: Data) throws {
    let body = try GraphQLDecodedBody.decoding(response, as: FeedQuery.self).body
    // So many that what was free before is no matter.
    let caches = (0..<40).map { _ in GraphQLCache(schema: FeedQuery.cacheSchema) }
    let before = PeakMemory.maximumResidentSize()
    for cache in caches { cache.write(body, of: FeedQuery(), ticket: nil) }
    let growth = (PeakMemory.maximumResidentSize() - before) / caches.count
    print(
      "memory of a cache of \(response.count / 1024) kB of JSON: \(growth) kB"
        + String(format: "   %.2f of the JSON, at most 2.00", Double(growth * 1024) / Double(response.count)))
    guard caches.allSatisfy({ $0.json(of: FeedQuery()) != nil }) else {
      throw Failure("a cache has lost what was written")
    }
  }

  private func report(_ step: Measurement, _ ratio: Double, _ limit: Double) {
    print(step.line + String(format: "   %.2f of decoding, at most %.2f", ratio, limit))
  }

  /// A hit as a view asks for it.
  private func small() throws {
    let json = FeedText.make(.trailing, repositories: 5, typename: "___")
    let response = Data("{\"data\":".utf8 + json + "}".utf8)
    let cache = GraphQLCache(schema: FeedQuery.cacheSchema)
    try cache.write(response: response, to: FeedQuery())
    var hit = Measurement("hit of \(json.count / 1000) kB", byteCount: json.count)
    for _ in 0..<rounds { hit.run { _ = cache.read(FeedQuery()) } }
    print(hit.line + "   at most 0.30 ms")
  }

  /// Details by id, in turn: few ids, and more than there are plans.
  private func details() throws {
    let cache = GraphQLCache(schema: FeedQuery.cacheSchema)
    let few = 50
    let many = 1_000
    for number in 0..<many { try write(ActorQuery(number: number), "name", to: cache) }
    var steps = [few, many].map { Measurement("1,000 details by id, \($0) ids in turn", byteCount: 0) }
    for _ in 0..<rounds {
      for (index, count) in [few, many].enumerated() {
        steps[index].run { for number in 0..<many { _ = cache.read(ActorQuery(number: number % count)) } }
      }
    }
    print(steps[0].line)
    let ratio = steps[1].median / steps[0].median
    print(steps[1].line + String(format: "   %.2f of few ids, at most 4.00", ratio))
  }

  /// One object changes under watchers that do not have it, and then under those that do.
  private func watchers() throws {
    let count = 100
    let cache = GraphQLCache(schema: FeedQuery.cacheSchema)
    let json = FeedText.make(.trailing, repositories: 5, typename: "___")
    try cache.write(response: Data("{\"data\":".utf8 + json + "}".utf8), to: FeedQuery())
    for number in 0..<count {
      try write(ActorQuery(number: number), "before", to: cache)
    }
    let watches = (0..<count).map { _ in cache.watch(FeedQuery()).makeAsyncIterator() }
    let others = (0..<count).map { cache.watch(ActorQuery(number: $0)).makeAsyncIterator() }
    var strange = Measurement("change that none of \(2 * count) watches", byteCount: 0)
    var own = Measurement("change that 1 of \(2 * count) watches", byteCount: 0)
    for watch in watches { watch.begin() }
    for watch in others { watch.begin() }
    for round in 0..<rounds {
      try strange.run { try write(ActorQuery(number: -1), "name \(round)", to: cache) }
      try own.run { try write(ActorQuery(number: 7), "name \(round)", to: cache) }
    }
    print(strange.line + "   at most 0.10 ms")
    print(own.line + "   at most 0.20 ms")
  }

  private func write(_ query: ActorQuery, _ name: String, to cache: GraphQLCache) throws {
    let json =
      "{\"data\":{\"viewer\":{\"id\":\"watched\(query.number)\",\"name\":\"\(name)\",\"___\":\"Actor\"}}}"
    try cache.write(response: Data(json.utf8), to: query)
  }
}

/// A small query, of which there are many with different variables.
struct ActorQuery: GraphQLQuery {
  var number: Int

  struct Data: GraphQLObject {
    var viewer: Viewer

    struct Viewer: GraphQLObject {
      var id: String
      var name: String
      init(_reading r: inout GraphQLReader) throws { (id, name) = (try r.string("id"), try r.string("name")) }
      func _write(to w: inout GraphQLWriter) {
        w.string("id", id)
        w.string("name", name)
      }
    }

    init(_reading r: inout GraphQLReader) throws { viewer = try r.selection("viewer") }
    func _write(to w: inout GraphQLWriter) { w.selection("viewer", viewer) }
  }

  static let operationName = "Actor"
  static let operationID = ""
  static let operationDocument = "query Actor($number:Int!){viewer(number:$number){id name ___:__typename}}"

  init(number: Int) { self.number = number }
  func _write(to w: inout GraphQLWriter) { w.int("number", number) }
}
