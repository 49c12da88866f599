import Apus
import Foundation

/// `apus-benchmark decode [--rounds N]`: decoding and encoding by the runtime beside `JSONDecoder` and `JSONEncoder`.
///
/// Both sides take turns, a round each, and each row is the ratio of two medians of CPU time. Before anything is timed
/// both must have read the same values.
func runRuntimeBenchmark(_ arguments: [String]) throws {
  if arguments.first == "--memory", arguments.count == 3 {
    return try PeakMemory.printRise(of: arguments[1], file: arguments[2])
  }
  let rounds = arguments.first == "--rounds" ? arguments.last.flatMap { Int($0) } : nil
  try RuntimeBenchmark(rounds: rounds ?? 21).run()
}

private struct RuntimeBenchmark {
  let rounds: Int

  func run() throws {
    for layout in FeedText.Layout.allCases { try decode(layout) }
    let json = FeedText.make(.inOrder)
    try encode(json)
    compare(
      "any JSON", json,
      { _ = try? GraphQLValue(json: json) },
      "JSONSerialization", { [data = Data(json)] in _ = try? JSONSerialization.jsonObject(with: data) })
    reportGrowth()
    try PeakMemory.report(json)
  }

  private func decode(_ layout: FeedText.Layout) throws {
    let json = FeedText.make(layout)
    try verify(json)
    let data = Data(json)
    let decoder = JSONDecoder()
    compare(
      "decode, " + layout.rawValue, json, { _ = try? Feed(json: json) },
      "JSONDecoder", { _ = try? decoder.decode(PlainFeed.self, from: data) })
  }

  private func encode(_ json: [UInt8]) throws {
    let feed = try Feed(json: json)
    let plain = try JSONDecoder().decode(PlainFeed.self, from: Data(json))
    let encoder = JSONEncoder()
    compare(
      "encode", json, { _ = try? feed.json() }, "JSONEncoder", { _ = try? encoder.encode(plain) })
  }

  /// Demands that the direct path, the emitted type's `Codable` and the plain type read the same values, and that both
  /// ways of writing write them.
  private func verify(_ json: [UInt8]) throws {
    let feed = try Feed(json: json)
    let plain = try JSONDecoder().decode(PlainFeed.self, from: Data(json))
    guard try JSONDecoder().decode(Feed.self, from: Data(json)) == feed,
      try JSONDecoder().decode(PlainFeed.self, from: feed.jsonData()) == plain,
      try GraphQLValue(json: JSONEncoder().encode(feed)) == GraphQLValue(json: feed.json())
    else { throw Failure("the two sides read different values") }
  }

  private func compare(
    _ name: String, _ json: [UInt8], _ ours: () -> Void, _ peer: String, _ theirs: () -> Void
  ) {
    var first = Measurement(name, byteCount: json.count)
    var second = Measurement("  " + peer, byteCount: json.count)
    // Once each without a look at the clock: caches and the allocator are cold.
    ours()
    theirs()
    for _ in 0..<rounds {
      first.run(ours)
      second.run(theirs)
    }
    print(first.line, String(format: "%8.1fx", second.median / first.median))
    print(second.line)
  }

  /// Objects of n, 2n and 4n members that nobody asks for, before those that somebody does: the throughput must stay.
  private func reportGrowth() {
    for count in [10_000, 20_000, 40_000] {
      let unknown = (0..<count).map { "\"unknown\($0)\":\($0)" }.joined(separator: ",")
      let json = Array("{\(unknown),\"heart\":1,\"thumbsDown\":2,\"thumbsUp\":3}".utf8)
      var measurement = Measurement("object of \(count) members", byteCount: json.count)
      for _ in 0..<rounds { measurement.run { _ = try? Feed.Reactions(json: json) } }
      print(measurement.line)
    }
  }
}
