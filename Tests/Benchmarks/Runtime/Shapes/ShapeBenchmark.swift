import Apus
import Foundation

/// Ten shapes, each on its own: what one response mixes would hide which of them is slow.
///
/// The types are generated: `apusc generate --config apus.json --schema schema.graphqls --output Generated Shapes.graphql
/// Notices.graphql`. The first column is Apus, the second the peer in the row's name.
struct ShapeBenchmark {
  let rounds: Int
  /// The program of `simdjson_shapes.cpp`.
  let simdjson: String?

  func run() throws {
    try measure(
      "long coordinates", Shapes.CoordinatesQuery.Data.self, PlainShapes.Coordinates.self, "coordinates",
      ShapeText.longCoordinates)
    try measure(
      "short coordinates", Shapes.CoordinatesQuery.Data.self, PlainShapes.Coordinates.self, "coordinates",
      ShapeText.shortCoordinates)
    try measure("escapes", Shapes.TextsQuery.Data.self, PlainShapes.Texts.self, "texts", ShapeText.escapes)
    try measure("ASCII", Shapes.TextsQuery.Data.self, PlainShapes.Texts.self, "texts", ShapeText.ascii)
    try measure(
      "optionals", Shapes.OptionalsQuery.Data.self, PlainShapes.Optionals.self, "optionals",
      ShapeText.optionals)
    try measure("enums", Shapes.EnumsQuery.Data.self, PlainShapes.Enums.self, "enums", ShapeText.enums)
    try measure("unions", Shapes.UnionsQuery.Data.self, PlainShapes.Unions.self, "unions", ShapeText.unions)
    try measure(
      "eight levels", Shapes.LevelsQuery.Data.self, PlainShapes.Levels.self, "levels", ShapeText.levels)
    try measure(
      "scalars", Shapes.ScalarsQuery.Data.self, PlainShapes.Scalars.self, "scalars", ShapeText.scalars)
    // The query's variables decide on a fragment, which is there, and on a field, which is not.
    try measure(
      "conditions", Shapes.ConditionsQuery.Data.self, PlainShapes.Conditions.self, "texts",
      ShapeText.summaries,
      conditions: ["summaries": true, "bodies": false]
    ) { value in
      PlainShapes.Conditions(
        texts: value.texts.map { .init(title: $0.title, summary: $0.summary?.summary, body: $0.body) })
    }
  }

  /// - Parameters:
  ///   - conditions: the values of the variables that decide.
  ///   - plainForm: a value as the plain type; without it that type reads the JSON that the value writes.
  private func measure<Object: GraphQLObject, Plain: Codable & Hashable>(
    _ name: String, _ type: Object.Type, _ plainType: Plain.Type, _ field: String, _ row: ShapeText.Row,
    conditions: _GraphQLConditions = [:], plainForm: ((Object) -> Plain)? = nil
  ) throws {
    let json = ShapeText.make(field, isShuffled: false, row)
    let shuffled = ShapeText.make(field, isShuffled: true, row)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let (data, shuffledData) = (Data(json), Data(shuffled))
    let (value, other) = try (Object(json: json, conditions), Object(json: json, conditions))
    let plain = try decoder.decode(Plain.self, from: data)
    let otherPlain = try decoder.decode(Plain.self, from: data)
    // Both sides have read the same.
    guard try plainForm?(value) ?? decoder.decode(Plain.self, from: value.jsonData()) == plain,
      value == other, plain == otherPlain,
      try Object(json: shuffled, conditions) == value, value.hashValue == other.hashValue
    else { throw Failure("\(name): the two sides read different values") }

    print(
      name, "decode",
      try ratio(
        { _ = try Object(json: json, conditions) }, { _ = try decoder.decode(Plain.self, from: data) }))
    print(
      name, "decode, shuffled",
      try ratio(
        { _ = try Object(json: shuffled, conditions) },
        { _ = try decoder.decode(Plain.self, from: shuffledData) }))
    print(name, "encode", try ratio({ _ = try value.json() }, { _ = try encoder.encode(plain) }))
    var isEqual = true
    print(
      name, "==", ratio({ isEqual = value == other && isEqual }, { isEqual = plain == otherPlain && isEqual })
    )
    var hash = 0
    print(name, "hash", ratio({ hash ^= value.hashValue }, { hash ^= plain.hashValue }))
    guard isEqual else { throw Failure("equal values do not compare so") }
    // Its program knows the nine shapes that no variable decides on.
    if let simdjson, plainForm == nil {
      let peer = try SimdjsonPeer(program: simdjson, arguments: [field], json: json, value)
      var times: ([Double], [Double]) = ([], [])
      for _ in 0..<rounds {
        let start = Measurement.cpuTime
        _ = try Object(json: json, conditions)
        times.0.append(Measurement.cpuTime - start)
        times.1.append(try peer.decode())
      }
      print(name, "decode, beside simdjson", (median(times.0), median(times.1)))
    }
  }

  private func ratio(_ ours: () throws -> Void, _ theirs: () throws -> Void) rethrows -> (Double, Double) {
    var times: ([Double], [Double]) = ([], [])
    try ours()
    try theirs()
    for _ in 0..<rounds {
      var start = Measurement.cpuTime
      try ours()
      times.0.append(Measurement.cpuTime - start)
      start = Measurement.cpuTime
      try theirs()
      times.1.append(Measurement.cpuTime - start)
    }
    return (median(times.0), median(times.1))
  }

  private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  private func print(_ name: String, _ step: String, _ times: (Double, Double)) {
    let text = String(format: "%8.3f ms %8.3f ms %7.2fx", times.0, times.1, times.1 / times.0)
    print(name, step, text)
  }

  private func print(_ name: String, _ step: String, _ text: String) {
    let columns = [name, step].map { $0.padding(toLength: 26, withPad: " ", startingAt: 0) }
    Swift.print(columns.joined(), text)
  }
}

/// `apus-benchmark shapes [--rounds N] [--simdjson PROGRAM]`.
func runShapeBenchmark(_ arguments: [String]) throws {
  var (rounds, simdjson): (Int, String?) = (21, nil)
  var rest = arguments[...]
  while let option = rest.popFirst() {
    switch (option, rest.popFirst()) {
    case ("--rounds", let value?): rounds = Int(value) ?? rounds
    case ("--simdjson", let value?): simdjson = value
    default: throw Failure("usage: shapes [--rounds N] [--simdjson PROGRAM]")
    }
  }
  try ShapeBenchmark(rounds: rounds, simdjson: simdjson).run()
}
