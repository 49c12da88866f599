import Foundation
import Testing

@testable import Apus

/// One scalar under one key, through a codec.
struct Coded<Codec: GraphQLCodec>: GraphQLObject {
  let value: Codec.Value

  init(_ value: Codec.Value) { self.value = value }
  init(_reading reader: inout GraphQLReader) throws { value = try reader.scalar("v", as: Codec.self) }
  func _write(to writer: inout GraphQLWriter) { writer.scalar("v", value, as: Codec.self) }
}

@Suite(.timeLimit(.minutes(15))) struct CodecTests {
  /// Decodes through both paths, and gives what is written.
  private func rewritten<Codec: GraphQLCodec>(_ codec: Codec.Type, _ text: String) throws -> String {
    let json = #"{"v":\#(text)}"#
    let value = try Coded<Codec>(json: json)
    #expect(try JSONDecoder().decode(Coded<Codec>.self, from: Data(json.utf8)) == value)
    #expect(try GraphQLValue(json: JSONEncoder().encode(value)) == GraphQLValue(json: value.json()))
    return String(decoding: try value.json().dropFirst(5).dropLast(), as: UTF8.self)
  }

  private func isRefused<Codec: GraphQLCodec>(_ codec: Codec.Type, _ text: String) -> Bool {
    let json = #"{"v":\#(text)}"#
    let isRefusedByDecoder = decoderFailure(Coded<Codec>.self, json)?.path.hasPrefix(".v") ?? false
    return failure(Coded<Codec>.self, json).hasPrefix("v: expected ") && isRefusedByDecoder
  }

  @Test(arguments: [
    "2024-05-01T12:30:00Z", "2024-02-29T23:59:59.250Z", "1970-01-01T00:00:00Z", "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "2000-03-01T00:00:00.000001Z", "1900-02-28T00:00:00Z", "2001-01-01T00:00:00.999Z",
    "1969-12-31T23:59:59.500Z", "2024-04-30T00:00:00Z", "2000-02-29T00:00:00Z",
  ])
  func `date-times in their canonical form`(text: String) throws {
    #expect(try rewritten(GraphQLDateTimeCodec.self, "\"\(text)\"") == "\"\(text)\"")
  }

  @Test(arguments: [
    ("2024-05-01T12:30:00+02:00", "2024-05-01T10:30:00Z"), ("2024-05-01t12:30:00z", "2024-05-01T12:30:00Z"),
    ("2024-05-01T00:15:00.5-0030", "2024-05-01T00:45:00.500Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2024-05-01 12:30:00.000Z", "2024-05-01T12:30:00Z"),
    ("2024-05-01T12:30:00,25+01", "2024-05-01T11:30:00.250Z"),
    ("2024-05-01T12:30:00.123456789Z", "2024-05-01T12:30:00.123457Z"),
    ("2023-12-31T23:59:59.9999999Z", "2024-01-01T00:00:00Z"),
    ("2024-05-01T12:30:00+23:59", "2024-04-30T12:31:00Z"),
    ("2024-05-01T12:30:00-00:59", "2024-05-01T13:29:00Z"),
  ])
  func `date-times in other forms`(text: String, canonical: String) throws {
    #expect(try rewritten(GraphQLDateTimeCodec.self, "\"\(text)\"") == "\"\(canonical)\"")
  }

  @Test func `date-times are the instants that Foundation reads`() throws {
    let formatter = ISO8601DateFormatter()
    for text in [
      "2024-05-01T12:30:00Z", "1999-12-31T23:59:59Z", "2100-02-28T00:00:00Z", "1604-02-29T01:00:00Z",
    ] {
      let value = try Coded<GraphQLDateTimeCodec>(json: #"{"v":"\#(text)"}"#).value
      #expect(value == formatter.date(from: text))
    }
  }

  @Test(arguments: [
    "2024-05-01", "2024-05-01T12:30:00", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z",
    "2024-05-01T24:00:00Z", "1900-02-29T00:00:00Z",
    "2024-05-01T12:60:00Z", "2024-05-01T12:30:61Z", "2024-05-01T12:30:00.Z", "2024-05-01T12:30:00Zx", "",
    "now",
    "2024-05-01T12:30:00+02:60", "2024-05-01T12:30:00+02:6", "2024-05-01T12:30:00+24:00",
    "2024-04-31T00:00:00Z",
    "24-05-01T12:30:00Z", "2024-05-01T12:30:00+2:00", "2024-00-10T00:00:00Z", "2024-01-00T00:00:00Z",
  ])
  func `no date-times`(text: String) {
    #expect(isRefused(GraphQLDateTimeCodec.self, "\"\(text)\""))
  }

  @Test func `dates that have no date time are not written`() {
    #expect(throws: EncodingError.self) {
      try Coded<GraphQLDateTimeCodec>(.distantFuture.addingTimeInterval(1e12)).json()
    }
    for second in [-62_167_219_201, 253_402_300_800] as [Double] {
      #expect(throws: EncodingError.self) {
        try Coded<GraphQLDateTimeCodec>(Date(timeIntervalSince1970: second)).json()
      }
    }
    #expect(throws: EncodingError.self) { try Coded<GraphQLDecimalCodec>(.nan).json() }
    #expect(throws: EncodingError.self) {
      try Coded<GraphQLEpochSecondsCodec>(Date(timeIntervalSince1970: .nan)).json()
    }
  }

  @Test(arguments: ["0", "1714566600", "-1", "1714566600.25", "1714566600.123456"])
  func `epoch seconds`(text: String) throws {
    #expect(try rewritten(GraphQLEpochSecondsCodec.self, text) == text)
  }

  @Test func `identifiers and locations`() throws {
    let uuid = "8c9f6b1e-0d3a-4b7e-9a51-2f6d7c8e9f00"
    #expect(try rewritten(GraphQLUUIDCodec.self, "\"\(uuid)\"") == "\"\(uuid)\"")
    #expect(try rewritten(GraphQLUUIDCodec.self, "\"\(uuid.uppercased())\"") == "\"\(uuid)\"")
    #expect(isRefused(GraphQLUUIDCodec.self, "\"8c9f\""))
    let url = "\"https://example.org/a%20b?q=1&r=%C3%A9#f\""
    #expect(try rewritten(GraphQLURLCodec.self, url) == url)
    #expect(isRefused(GraphQLURLCodec.self, "\"\""))
    #expect(isRefused(GraphQLURLCodec.self, "7"))
  }

  @Test(arguments: [
    "http://a.b/ü b?q=ä ö#é", "http://a/100%", "http://a/%zz%41", "http://a/{x}|\"<>\\^`", "/ ä", "a\u{1}b",
    "http://a/é%20",
  ])
  func `a URL is escaped for older systems as newer ones escape it`(_ text: String) {
    #expect(GraphQLURLCodec.escaped(text) == URL(string: text)?.absoluteString)
  }

  @Test func `members are sorted for older systems as newer ones sort them`() throws {
    let value = ["a10": 1, "a9": 2.5, "B": 3, "ä": 4, "Z": 5]
    let encoder = JSONEncoder()
    let unsorted = try encoder.encode(value)
    encoder.outputFormatting = .sortedKeys
    #expect(try GraphQLWriter.sortedByName(unsorted) == encoder.encode(value))
  }

  @Test(arguments: [
    "0", "-12.5", "0.1", "12345678901234567890.123456789", "100000000000000000000", "9007199254740993",
    "12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678",
  ])
  func `a decimal keeps its digits`(text: String) throws {
    #expect(try rewritten(GraphQLDecimalCodec.self, text) == text)
    #expect(try rewritten(GraphQLDecimalCodec.self, "\"\(text)\"") == text)
    #expect(try rewritten(GraphQLDecimalStringCodec.self, text) == "\"\(text)\"")
    #expect(try rewritten(GraphQLDecimalStringCodec.self, "\"\(text)\"") == "\"\(text)\"")
  }

  @Test(arguments: [
    ("\"\"", "a number in the string"), ("\"1,5\"", "a number in the string"),
    ("\" 1\"", "a number in the string"), ("\"0x10\"", "a number in the string"),
    ("true", "a number, or a string with a number in it"),
    ("[1]", "a number, or a string with a number in it"),
    ("1e400", "a decimal number of at most 38 digits"),
    ("1234567890123456789012345678901234567891", "a decimal number of at most 38 digits"),
    ("\"0.1234567890123456789012345678901234567891\"", "a decimal number of at most 38 digits"),
  ])
  func `no decimals`(text: String, expected: String) {
    let start = "v: expected \(expected), found "
    #expect(failure(Coded<GraphQLDecimalCodec>.self, #"{"v":\#(text)}"#).hasPrefix(start))
    #expect(failure(Coded<GraphQLDecimalStringCodec>.self, #"{"v":\#(text)}"#).hasPrefix(start))
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "0"])
  func `integers of 64 bits in strings`(text: String) throws {
    #expect(try rewritten(GraphQLInt64StringCodec.self, "\"\(text)\"") == "\"\(text)\"")
    #expect(try rewritten(GraphQLInt64StringCodec.self, text) == "\"\(text)\"")
  }

  @Test(arguments: ["\"9223372036854775808\"", "\"1.5\"", "\"\"", "null", "{}"])
  func `no integers of 64 bits`(text: String) {
    #expect(isRefused(GraphQLInt64StringCodec.self, text))
  }

  @Test func `codecs compose`() throws {
    typealias Codec = _GraphQLListCodec<_GraphQLListCodec<_GraphQLOptionalCodec<GraphQLIDCodec>>>
    #expect(try rewritten(Codec.self, #"[[1,"a",null],[]]"#) == #"[["1","a",null],[]]"#)
    #expect(failure(Coded<Codec>.self, #"{"v":[["a"],["b",true]]}"#) == "v[1][1]: expected ID, found Boolean")
    #expect(decoderFailure(Coded<Codec>.self, #"{"v":[["a"],["b",true]]}"#)?.path == ".v[1][1]")
  }

  @Test func `a codec of the user's own`() throws {
    enum Upper: GraphQLCodec {
      struct Lower: Error {}
      static func read(from reader: inout GraphQLReader) throws -> String {
        let text = try reader.readString()
        guard text == text.uppercased() else { throw Lower() }
        return text
      }
      static func write(_ value: String, to writer: inout GraphQLWriter) throws {
        writer.writeString(value)
      }
    }
    #expect(try rewritten(Upper.self, "\"A\"") == "\"A\"")
    #expect(isRefused(Upper.self, "\"a\""))
    // One that does not look at the value.
    enum Constant: GraphQLCodec {
      static func read(from reader: inout GraphQLReader) throws -> Int { 7 }
      static func write(_ value: Int, to writer: inout GraphQLWriter) throws { writer.writeInt(value) }
    }
    #expect(try rewritten(Constant.self, #"[{"a":1e5},2]"#) == "7")
    #expect(try rewritten(_GraphQLListCodec<Constant>.self, #"[1e+5,{"b":[]}]"#) == "[7,7]")
    #expect(failure(Coded<Upper>.self, #"{"v":}"#).hasPrefix("v: expected a value"))
  }

  private struct Padded<Codec: GraphQLCodec>: GraphQLObject {
    let pad: String
    let list: [Codec.Value]
    init(_reading reader: inout GraphQLReader) throws {
      pad = try reader.string("pad")
      list = try reader.scalar("list", as: _GraphQLListCodec<Codec>.self)
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.string("pad", pad)
      writer.scalar("list", list, as: _GraphQLListCodec<Codec>.self)
    }
  }

  /// The writer's memory grows, wherever in it an element begins.
  @Test(arguments: [0, 1, 2, 3, 5, 8, 13, 21, 34])
  func `long lists of scalars are written whole`(offset: Int) throws {
    func expectWritten<Codec: GraphQLCodec>(_ codec: Codec.Type, _ element: String) throws {
      let elements = Array(repeating: element, count: 60).joined(separator: ",")
      let json = #"{"pad":"\#(String(repeating: "x", count: offset))","list":[\#(elements)]}"#
      #expect(try Padded<Codec>(json: json).jsonString() == json)
    }
    try expectWritten(GraphQLDateTimeCodec.self, #""2024-05-01T12:30:00.123456Z""#)
    try expectWritten(GraphQLUUIDCodec.self, #""8c9f6b1e-0d3a-4b7e-9a51-2f6d7c8e9f00""#)
    try expectWritten(GraphQLDecimalCodec.self, "-12345678901234567890123456789012345678")
    try expectWritten(GraphQLInt64StringCodec.self, #""-9223372036854775808""#)
    try expectWritten(GraphQLEpochSecondsCodec.self, "-1714566600.123456")
    try expectWritten(_GraphQLOptionalCodec<GraphQLIDCodec>.self, "null")
  }

  @Test func `a codec that writes a list element by element`() throws {
    enum Points: GraphQLCodec {
      static func read(from reader: inout GraphQLReader) throws -> [Double] {
        try reader.readList { reader in try reader.readDouble() }
      }
      static func write(_ value: [Double], to writer: inout GraphQLWriter) throws {
        writer.writeList(value) { point, writer in writer.writeDouble(point) }
      }
    }
    #expect(try rewritten(Points.self, "[]") == "[]")
    #expect(try rewritten(Points.self, "[1.5,2]") == "[1.5,2]")
    #expect(throws: EncodingError.self) { try Coded<Points>([1, .nan]).json() }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Coded<Points>([1, .nan])) }
  }

  @Test func `long type names are distinguished`() throws {
    func kind(_ name: String) throws -> String { try Named(json: #"{"__typename":"\#(name)"}"#).kind }
    #expect(try kind("AThingWithANameOfMoreThan32Letters1") == "first")
    #expect(try kind("AThingWithANameOfMoreThan32Letters2") == "second!")
    #expect(try kind("AThingWithANameOfMoreThan32Letters3") == "AThingWithANameOfMoreThan32Letters3")
    #expect(try kind("AThingWithANameOf32LettersExactly") == "third")
    #expect(try kind("Album") == "Album!")
    #expect(failure(Named.self, "{}") == "__typename: expected String, found no such key")
  }

  @Test func `a codec that goes on after an error`() {
    enum Lenient: GraphQLCodec {
      static func read(from reader: inout GraphQLReader) throws -> [Int] {
        if let list = try? reader.readList({ reader in try reader.readInt() }) { return list }
        return [try reader.readInt()]
      }
      static func write(_ value: [Int], to writer: inout GraphQLWriter) throws { writer.writeNull() }
    }
    #expect(failure(Coded<Lenient>.self, #"{"v":7}"#) == "decoded: Coded<Lenient>(value: [7])")
    #expect(failure(Coded<Lenient>.self, #"{"v":[1,2]}"#) == "decoded: Coded<Lenient>(value: [1, 2])")
    #expect(failure(Coded<Lenient>.self, #"{"v":[1,"2"]}"#).hasPrefix("v"))
    #expect(failure(Coded<Lenient>.self, #"{"v":[[1],2]}"#).hasPrefix("v"))
  }
}

/// An object whose type names are long.
private struct Named: GraphQLObject {
  var kind: String
  init(_reading reader: inout GraphQLReader) throws {
    switch try reader.typename() {
    case "AThingWithANameOfMoreThan32Letters1": kind = "first"
    case "AThingWithANameOfMoreThan32Letters2": kind = "second"
    case "AThingWithANameOf32LettersExactly": kind = "third"
    default: kind = "\(try reader.typename())"
    }
    let isOne = try reader.isOf("Album", "AThingWithANameOfMoreThan32Letters2")
    if isOne { kind += "!" }
  }
  func _write(to writer: inout GraphQLWriter) {}
}
