import Apus
import ApusClient
import ApusTesting
import Foundation
import Testing

/// The shapes that tests have decoded. `SampleTests` records samples of all golden operations.
@Suite(.timeLimit(.minutes(15))) struct ShapeCoverageTests {
  private func client(_ steps: [GraphQLScriptedTransport.Step], _ coverage: GraphQLShapeCoverage)
    -> GraphQLClient
  {
    GraphQLClient(
      url: endpoint, transport: GraphQLScriptedTransport(steps), timeout: .seconds(3600),
      interceptors: [coverage])
  }

  @Test func `responses and given data are recorded`() async throws {
    let coverage = try GraphQLShapeCoverage(ShelfQuery.self, HelloQuery.self)
    let client = client([.json(#"{"data":{"albums":[{"title":null,"mood":"CALM"}]}}"#)], coverage)
    #expect(coverage.operations.map(\.valueCount) == [0, 0])
    #expect(coverage.operations.map(\.shapeCount) == [8, 0])
    #expect(coverage.operations.map(\.missing.count) == [8, 0])
    _ = try await client.fetch(ShelfQuery())
    #expect(
      Set(coverage.operations[0].missing) == [
        "albums has several elements", "albums is empty", "albums[].title is present",
        "albums[].mood is LOUD",
        "albums[].mood is an unknown value",
      ])
    try coverage.record(
      ShelfQuery.Data(json: #"{"albums":[{"title":"A","mood":"LOUD"},{"title":"B","mood":"WILD"}]}"#))
    #expect(coverage.operations[0].missing == ["albums is empty"])
    #expect(coverage.operations.map(\.valueCount) == [2, 0])
    #expect(
      coverage.table == """
        OPERATION  VALUES  SHAPES  NOT DECODED
        Shelf      2       7 of 8  albums is empty
        Hello      0       0 of 0

        """)
    let json = try GraphQLValue(json: coverage.json())
    #expect(
      json == [
        ["operation": "Shelf", "valueCount": 2, "shapeCount": 8, "missing": ["albums is empty"]],
        ["operation": "Hello", "valueCount": 0, "shapeCount": 0, "missing": []],
      ])
  }

  @Test func `responses without data count for nothing`() async throws {
    let coverage = try GraphQLShapeCoverage(ShelfQuery.self)
    let client = client(
      [.json(#"{"errors":[{"message":"no"}]}"#), .json(#"{"data":{"albums":7}}"#), .json(world)], coverage)
    for _ in 0..<2 { await #expect(throws: (any Error).self) { try await client.fetch(ShelfQuery()) } }
    // Another operation is not one of those whose shapes are recorded.
    #expect(try await client.fetch(HelloQuery()).hello == "world")
    #expect(coverage.operations.map(\.valueCount) == [0])
  }

  @Test func `data that arrives in parts is recorded by hand`() throws {
    let coverage = try GraphQLShapeCoverage(DeferredQuery.self)
    try coverage.record(DeferredQuery.Data(json: #"{"id":"1","...Card@defer":"pending"}"#))
    #expect(Set(coverage.operations[0].missing) == ["card is present", "card is failed"])
    try coverage.record(DeferredQuery.Data(json: #"{"id":"1","...Card@defer":{"title":"T"}}"#))
    #expect(coverage.operations[0].missing == ["card is failed"])
  }

  @Test func `data of another operation is an error`() throws {
    let coverage = try GraphQLShapeCoverage(ShelfQuery.self)
    let error = #expect(throws: (any Error).self) { try coverage.record(HelloQuery.Data(hello: "a")) }
    #expect(error.map { "\($0)" }?.contains("add it") == true)
  }

  @Test func `a table has the first missing shapes, and the JSON all`() throws {
    let coverage = try GraphQLShapeCoverage(WideQuery.self)
    let count = coverage.operations[0].missing.count
    #expect(count == 80)
    let lines = coverage.table.split(separator: "\n")
    #expect(lines.count == 22 && lines.last?.hasSuffix("and 60 more, which the JSON lists") == true)
    #expect(try GraphQLValue(json: coverage.json())[0]["missing"].list?.count == count)
  }
}

private struct ShelfQuery: GraphQLQuery {
  static let operationName = "Shelf"
  static let operationDocument = "query Shelf{albums{title mood}}"
  static let operationID = "5e1f"

  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}

  struct Data: GraphQLObject {
    let albums: [Album]
    init(_reading reader: inout GraphQLReader) throws { albums = try reader.selections("albums") }
    func _write(to writer: inout GraphQLWriter) { writer.selections("albums", albums) }
  }

  struct Album: GraphQLObject {
    let title: String?
    let mood: Mood

    init(_reading reader: inout GraphQLReader) throws {
      title = try reader.stringOrNil("title")
      mood = try reader.enumeration("mood")
    }

    func _write(to writer: inout GraphQLWriter) {
      writer.string("title", title)
      writer.enumeration("mood", mood)
    }
  }

  enum Mood: GraphQLEnum {
    case calm, loud
    case unrecognized(String)

    static var allCases: [Mood] { [.calm, .loud] }

    init(rawValue: String) {
      switch rawValue {
      case "CALM": self = .calm
      case "LOUD": self = .loud
      default: self = .unrecognized(rawValue)
      }
    }

    var rawValue: String {
      switch self {
      case .calm: "CALM"
      case .loud: "LOUD"
      case .unrecognized(let name): name
      }
    }
  }
}

/// A query whose data has 40 members that may be null.
private struct WideQuery: GraphQLQuery {
  static let operationName = "Wide"
  static let operationDocument = "query Wide{rows{cell}}"
  static let operationID = "71de"
  static let names: [StaticString] = [
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "b0", "b1", "b2", "b3", "b4", "b5", "b6",
    "b7",
    "b8", "b9", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "d0", "d1", "d2", "d3", "d4",
    "d5",
    "d6", "d7", "d8", "d9",
  ]

  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}

  struct Data: GraphQLObject {
    let cells: [String?]

    init(_reading reader: inout GraphQLReader) throws {
      cells = try WideQuery.names.map { try reader.stringOrNil($0) }
    }

    func _write(to writer: inout GraphQLWriter) {
      for (name, cell) in zip(WideQuery.names, cells) { writer.string(name, cell) }
    }
  }
}
