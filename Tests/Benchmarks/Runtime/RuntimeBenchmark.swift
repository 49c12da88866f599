import Apus
import Foundation

/// `apus-benchmark decode [--rounds N] [--simdjson PROGRAM]`: decoding, encoding and reading by the runtime beside
/// `JSONDecoder` and `JSONEncoder`, beside storage of Apollo's shape, and beside simdjson when its program is named.
///
/// Both sides take turns, a round each, and each row is the ratio of two medians of CPU time. Before anything is timed
/// both must have read the same values.
func runRuntimeBenchmark(_ arguments: [String]) throws {
  if arguments.first == "--memory", arguments.count == 3 {
    return try PeakMemory.printRise(of: arguments[1], file: arguments[2])
  }
  var benchmark = RuntimeBenchmark()
  var rest = arguments[...]
  while let option = rest.popFirst() {
    let value = rest.popFirst()
    switch (option, value) {
    case ("--rounds", let value?): benchmark.rounds = Int(value) ?? benchmark.rounds
    case ("--simdjson", let value?): benchmark.simdjson = value
    default: throw Failure("usage: decode [--rounds N] [--simdjson PROGRAM]")
    }
  }
  try benchmark.run()
}

private struct RuntimeBenchmark {
  var rounds = 21
  var simdjson: String?

  func run() throws {
    for layout in FeedText.Layout.allCases { try decode(layout) }
    let json = FeedText.make(.inOrder)
    try decodeBesideSimdjson(json)
    // What a document with `__typename` in each object is answered with, as Apollo's documents have it.
    let named = FeedText.make(.trailing)
    try decodeBesideDictionaries(named)
    try readFields(named)
    try encode(json)
    try compareValues(json)
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

  private func decodeBesideSimdjson(_ json: [UInt8]) throws {
    guard let simdjson else { return }
    let peer = try SimdjsonPeer(program: simdjson, json: json, Feed(json: json))
    var ours = Measurement("decode, in order", byteCount: json.count)
    var theirs = Measurement("  simdjson DOM, owned strings", byteCount: json.count)
    _ = try (Feed(json: json), peer.decode())
    for _ in 0..<rounds {
      ours.run { _ = try? Feed(json: json) }
      theirs.add(try peer.decode())
    }
    print(ours, beside: theirs)
  }

  private func decodeBesideDictionaries(_ json: [UInt8]) throws {
    let data = Data(json)
    guard
      try Feed(copying: DictionaryExecutor.execute(DictionaryFeed.self, data))
        == Feed(copying: Feed(json: json))
    else { throw Failure("the two sides read different values") }
    var ours = Measurement("decode, a key at the end", byteCount: json.count)
    var theirs = Measurement("  executor of Apollo's shape", byteCount: json.count)
    for _ in 0..<rounds {
      let start = Measurement.threadTime
      _ = try Feed(json: json)
      ours.add(Measurement.threadTime - start)
      try theirs.run { _ = try DictionaryExecutor.execute(DictionaryFeed.self, data) }
    }
    print(ours, beside: theirs)
  }

  /// Every field read once, from stored properties and from a dictionary.
  private func readFields(_ json: [UInt8]) throws {
    let feed = try Feed(json: json)
    let dictionaryFeed = try DictionaryExecutor.execute(DictionaryFeed.self, Data(json))
    // Some thousands of stored properties are read faster than the clock ticks.
    let repetitions = 50
    var (first, second) = (FeedReading(), FeedReading())
    var ours = Measurement("read all fields", byteCount: 0)
    var theirs = Measurement("  dictionary of Apollo's shape", byteCount: 0)
    for _ in 0..<rounds {
      let start = Measurement.cpuTime
      for _ in 0..<repetitions { first.read(feed) }
      ours.add((Measurement.cpuTime - start) / Double(repetitions))
      theirs.run { second.read(dictionaryFeed) }
    }
    guard first.sum == second.sum &* repetitions, second.sum > 0 else {
      throw Failure("the two sides read different values")
    }
    print(ours, beside: theirs)
  }

  private func encode(_ json: [UInt8]) throws {
    let feed = try Feed(json: json)
    let plain = try JSONDecoder().decode(PlainFeed.self, from: Data(json))
    let encoder = JSONEncoder()
    compare(
      "encode", json, { _ = try? feed.json() }, "JSONEncoder", { _ = try? encoder.encode(plain) })
  }

  /// `==` of values that share no storage: every member is looked at.
  private func compareValues(_ json: [UInt8]) throws {
    let (feed, other) = try (Feed(json: json), Feed(json: json))
    let decoder = JSONDecoder()
    let (plain, otherPlain) = try (
      decoder.decode(PlainFeed.self, from: Data(json)), decoder.decode(PlainFeed.self, from: Data(json))
    )
    var isEqual = true
    compare(
      "==", json, { isEqual = feed == other && isEqual },
      "synthesized ==", { isEqual = plain == otherPlain && isEqual })
    guard isEqual else { throw Failure("equal values do not compare so") }
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
    print(first, beside: second)
  }

  private func print(_ ours: Measurement, beside theirs: Measurement) {
    let ratio = theirs.median / ours.median
    Swift.print(ours.line, String(format: ratio < 1 ? "%8.2fx" : "%8.1fx", ratio))
    Swift.print(theirs.line)
  }

  /// Objects of n, 2n and 4n members that nobody asks for, before those that somebody does: the throughput must stay.
  private func reportGrowth() {
    for count in [10_000, 20_000, 40_000] {
      let unknown = (0..<count).map { "\"unknown\($0)\":\($0)" }.joined(separator: ",")
      let json = Array("{\(unknown),\"heart\":1,\"thumbsDown\":2,\"thumbsUp\":3}".utf8)
      var measurement = Measurement("object of \(count) members", byteCount: json.count)
      for _ in 0..<rounds { measurement.run { _ = try? Feed.Reactions(json: json) } }
      Swift.print(measurement.line)
    }
  }
}
