import ApusCache
import ApusClient
import Foundation

/// A read of the cache beside the same with records of Apollo's shape (`DictionaryRecords`).
///
/// Their write is not compared: most of it is `JSONSerialization`.
struct CachePeer {
  let rounds: Int

  /// - Parameters:
  ///   - response: the response's text.
  ///   - json: its `data`, which the peer is given, with the types' names under their own names.
  func run(_ response: Data, _ json: [UInt8]) throws {
    let (data, query) = (Data(json), FeedQuery())
    let (cache, records) = (GraphQLCache(schema: FeedQuery.cacheSchema), DictionaryRecords())
    let written = try DictionaryExecutor.write(DictionaryFeed.self, data, into: records)
    try cache.write(response: response, to: query)
    try verify(written, cache.read(query), DictionaryExecutor.read(DictionaryFeed.self, from: records))

    var read = Measurement("read and decode", byteCount: json.count)
    var peerRead = Measurement("  records of Apollo's shape", byteCount: json.count)
    for _ in 0..<rounds {
      addThreadTime(to: &read) { _ = cache.read(query) }
      try peerRead.run { _ = try DictionaryExecutor.read(DictionaryFeed.self, from: records) }
    }
    print(read.line + String(format: "   %.0f times as fast, at least 20", peerRead.median / read.median))
    print(peerRead.line)
  }

  /// What the other side's threads still clear up is no time of ours.
  private func addThreadTime(to measurement: inout Measurement, _ body: () throws -> Void) rethrows {
    let start = Measurement.threadTime
    try body()
    measurement.add(Measurement.threadTime - start)
  }

  /// Demands that both sides read what was written, but for objects whose random key is another one's, too.
  private func verify(_ written: DictionaryFeed, _ ours: Feed?, _ theirs: DictionaryFeed) throws {
    guard let ours else { throw Failure("the cache has not what was written") }
    let expected = Feed(copying: written).repositories
    for read in [Feed(copying: ours), Feed(copying: theirs)] {
      guard read.repositories.count == expected.count,
        zip(read.repositories, expected).filter({ $0 == $1 }).count * 10 > expected.count * 9
      else { throw Failure("a cache reads something else") }
    }
  }
}
